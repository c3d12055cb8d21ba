# A JDK where Temurin's images have it.
FROM shardstream-debian
COPY jdk /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8
