package io.shardstream.ittests.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.ittests.server.ProxiedBroker;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealServers
class FaultProxyTest {
    private final ProxiedCluster cluster = Servers.cluster();
    private final FaultProxy proxy = cluster.proxies().getFirst();
    private final Rest proxied = new Rest(cluster.urls().getFirst());
    private final String index = Servers.name("proxied");

    @AfterEach
    void letEverythingPass() {
        proxy.clear();
        Servers.kafka().proxy().clear();
    }

    @Test
    void swallowedAnswerLeavesTheWorkDone() {
        cluster.rest().put("/" + index, "{}");
        HoldPoint second = proxy.hold(Direction.ANSWER, ("PUT /" + index + "/_doc/a")::equals, 2);
        second.swallow();

        proxied.put("/" + index + "/_doc/a", "{\"n\":1}");

        assertThatThrownBy(() -> proxied.put("/" + index + "/_doc/a", "{\"n\":2}"))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(cluster.rest().get("/" + index + "/_doc/a").at("/_source/n").asInt())
                .isEqualTo(2);
    }

    @Test
    void heldRequestReachesTheServerOnlyWhenItIsLetGo() throws ExecutionException, InterruptedException {
        HoldPoint point = proxy.hold(Direction.REQUEST, ("PUT /" + index)::equals, 1);

        CompletableFuture<Void> created = CompletableFuture.runAsync(() -> proxied.put("/" + index, "{}"));
        point.awaitReached();

        assertThat(cluster.rest().send("GET", "/" + index, "").status()).isEqualTo(404);
        point.pass();
        created.get();
        assertThat(cluster.rest().send("GET", "/" + index, "").status()).isEqualTo(200);
    }

    @Test
    void heldKafkaAnswerIsOfTheClientThatWasMeant() throws ExecutionException, InterruptedException {
        ProxiedBroker kafka = Servers.kafka();
        HoldPoint point = kafka.proxy().hold(Direction.ANSWER, "CREATE_TOPICS held"::equals, 1);

        try (Admin held = admin("held");
                Admin free = admin("free")) {
            KafkaFuture<Void> creation =
                    held.createTopics(Set.of(new NewTopic(index, 1, (short) 1))).all();
            point.awaitReached();

            assertThat(free.listTopics().names().get()).contains(index);
            assertThat(creation.isDone()).isFalse();
            point.pass();
            creation.get();
        }
    }

    private static Admin admin(String clientId) {
        return Admin.create(Map.of("bootstrap.servers", Servers.kafka().bootstrap(), "client.id", clientId));
    }
}
