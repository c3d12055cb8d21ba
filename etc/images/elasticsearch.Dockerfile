# As much of docker.elastic.co/elasticsearch/elasticsearch as is used.
ARG JAVA_IMAGE=eclipse-temurin:25-jdk-noble
FROM ${JAVA_IMAGE}
COPY --chown=1000:0 elasticsearch /usr/share/elasticsearch
RUN cd /usr/share/elasticsearch && ln -s /opt/java/openjdk jdk && mkdir -p data logs && \
    chown 1000:0 . data logs config && chmod 0775 . data logs config
COPY elasticsearch-entrypoint /usr/local/bin/docker-entrypoint.sh
WORKDIR /usr/share/elasticsearch
USER 1000:0
ENTRYPOINT ["/usr/local/bin/docker-entrypoint.sh"]
