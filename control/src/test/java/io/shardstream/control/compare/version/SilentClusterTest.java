package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.WatchedCall;
import io.shardstream.control.index.source.PrimaryTerms;
import io.shardstream.control.index.target.HttpMappingSide;
import io.shardstream.control.index.target.MappingSide;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// What a step of a cut-over asks beside its switch, of an address that takes connections and says nothing.
@Timeout(30)
class SilentClusterTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    static Stream<Arguments> questions() {
        return Stream.of(
                question("versions of the mapping", cluster -> side(cluster)::versions),
                question("the mapping", cluster -> side(cluster)::definition),
                question(
                        "a change of the mapping",
                        cluster -> () -> side(cluster).change(new JsonMapper().createObjectNode())),
                question("a change of a setting", cluster -> () -> side(cluster).set("index.refresh_interval", null)),
                question("primary terms", cluster -> () -> PrimaryTerms.read(cluster, "cities", 1)),
                question("what a role hides", cluster -> seen(WholeSight.of(cluster, "cities"))),
                question(
                        "who owns the target",
                        cluster -> seen(SoleOwner.of(
                                cluster,
                                "cities",
                                TargetOwner.planned(
                                        new MemoryRun(1, 1).compared().plan())))));
    }

    private static Arguments question(String name, Function<ElasticCluster, Callable<?>> question) {
        return Arguments.of(name, question);
    }

    private static MappingSide side(ElasticCluster cluster) {
        return HttpMappingSide.of(cluster, "cities");
    }

    private static Callable<Boolean> seen(WholeSight sight) {
        return () -> {
            sight.require();
            return true;
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void aStepThatEndsDoesNotWaitForTheAnswer(String name, Function<ElasticCluster, Callable<?>> question)
            throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ElasticCluster cluster = ElasticCluster.of(ElasticSettings.open(
                        "source", List.of(URI.create("http://127.0.0.1:" + silent.getLocalPort())), LONG, "test"))) {
            AtomicInteger looks = new AtomicInteger();
            assertThatThrownBy(() -> WatchedCall.within(
                            _ -> {
                                if (looks.incrementAndGet() > 2) {
                                    throw new IllegalStateException("the step is over");
                                }
                            },
                            question.apply(cluster)))
                    .as(name)
                    .hasMessage("the step is over");
        }
    }

    @Test
    void outsideOfAStepAnAnswerIsWaitedFor() throws Exception {
        Thread caller = Thread.currentThread();
        assertThat(WatchedCall.of(Thread::currentThread)).isSameAs(caller);
    }
}
