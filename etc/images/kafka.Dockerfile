# As much of apache/kafka as is used: the jars, the settings in variables, and one command.
FROM eclipse-temurin:25-jdk-noble
COPY libs /opt/kafka/libs
COPY kafka-broker-api-versions.sh /opt/kafka/bin/
COPY kafka-run /etc/kafka/docker/run
USER 1000:1000
ENTRYPOINT ["/etc/kafka/docker/run"]
