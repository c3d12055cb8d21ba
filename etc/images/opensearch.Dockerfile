# As much of opensearchproject/opensearch as the tests use: they start it themselves.
ARG JAVA_IMAGE=eclipse-temurin:25-jdk-noble
FROM ${JAVA_IMAGE}
COPY --chown=1000:1000 opensearch /usr/share/opensearch
RUN ln -s /opt/java/openjdk /usr/share/opensearch/jdk
WORKDIR /usr/share/opensearch
USER 1000:1000
