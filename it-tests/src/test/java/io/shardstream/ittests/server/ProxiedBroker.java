package io.shardstream.ittests.server;

import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.Protocol;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;

/// A broker that gives a proxy's address as its own.
public record ProxiedBroker(KafkaBroker broker, FaultProxy proxy) {
    static ProxiedBroker start() {
        FaultProxy proxy = FaultProxy.of(Protocol.KAFKA);
        KafkaCluster kafka = KafkaCluster.builder()
                .compilingLittle()
                .setting("advertised.listeners", "PLAINTEXT://127.0.0.1:" + proxy.port())
                .start();
        String address = kafka.broker(1).address();
        proxy.before(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
        return new ProxiedBroker(kafka.broker(1), proxy);
    }

    /// The value of `bootstrap.servers`, through the proxy.
    public String bootstrap() {
        return "127.0.0.1:" + proxy.port();
    }
}
