# Debian's Prometheus with the options of prom/prometheus, and the wget that its health is asked with.
FROM shardstream-debian
COPY prometheus /bin/prometheus
RUN ln -s /bin/busybox /usr/local/bin/wget && mkdir /prometheus && chown 65534:65534 /prometheus
WORKDIR /prometheus
USER 65534:65534
ENTRYPOINT ["/bin/prometheus"]
