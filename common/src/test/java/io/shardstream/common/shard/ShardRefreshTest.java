package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShardRefreshTest {
    private static final String STATS = """
            {"nodes":{"n":{"name":"node-0","indices":{"shards":{"i":[{"3":{
              "routing":{"state":"STARTED","primary":true},"seq_no":{"global_checkpoint":7,"max_seq_no":7},
              "commit":{"user_data":{"history_uuid":"h"}},"refresh":{"external_total":5}}}]}}}}}""";
    private static final String STATE = """
            {"metadata":{"indices":{"i":{"primary_terms":{"3":1},"routing_num_shards":1024,
              "settings":{"index":{"uuid":"u","number_of_shards":"64"}}}}},
             "routing_table":{"indices":{"i":{"shards":{"3":[{"primary":true,"node":"n","allocation_id":{"id":"a"}}]}}}}}""";
    private static final ShardRouting ROUTING = new ShardRouting(64, 1024, 1);
    /// The value that is asked about tells the two functions apart.
    private static final Pattern QUESTION = Pattern.compile("/i/_search_shards\\?routing=([0-9]+)&.*");

    private final AtomicLong nanos = new AtomicLong(-5);
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final IndexRefresh refresh = new IndexRefresh("i", true, Share.whole(nanos::get), nanos::get);
    private HttpServer server;
    private ElasticCluster cluster;
    private NodeIndex node;
    private volatile CountDownLatch mayAnswer = new CountDownLatch(0);
    private volatile int status = 404;
    private volatile RoutingFunction function = RoutingFunction.RANGES;
    private volatile int searchShardsStatus = 200;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().toString();
            asked.add(path);
            boolean isGet = path.startsWith("/i/_doc/");
            boolean isQuestion = path.startsWith("/i/_search_shards");
            if (isGet) {
                await(mayAnswer);
            }
            byte[] answer = answerTo(path, isGet).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(isGet ? status : isQuestion ? searchShardsStatus : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String address = "127.0.0.1:" + server.getAddress().getPort();
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address)), Duration.ofMinutes(5), "test"));
        node = new NodeIndex(cluster.nodeAtPublishAddress(address), new ServerVersion(9, 5), "i");
        assertThat(node.primaries()).containsKey(3);
        asked.clear();
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.stop(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String answerTo(String path, boolean isGet) {
        Matcher question = QUESTION.matcher(path);
        if (question.matches()) {
            int shard = new ShardRouter(ROUTING.with(function)).shardOf(question.group(1), null);
            return "{\"shards\":[[{\"shard\":" + shard + "}]]}";
        }
        return path.startsWith("/_nodes")
                ? STATS
                : path.startsWith("/_cluster") ? STATE : isGet ? "{\"found\":false}" : "{}";
    }

    @ParameterizedTest
    @EnumSource(RoutingFunction.class)
    void aShardThatIsRefreshedAllTheTimeIsSoAloneWhateverTheIndexRoutesBy(RoutingFunction routesBy) throws Exception {
        function = routesBy;
        for (int shard = 0; shard < ROUTING.shards(); shard++) {
            refresh.ask(node, shard);
            asked.clear();
            refresh.ask(node, shard);

            Matcher get = Pattern.compile("/i/_doc/([^?]*)\\?.*routing=([^&]*)").matcher(asked.getLast());
            assertThat(get.find()).isTrue();
            assertThat(asked.getLast()).contains("refresh=true", "realtime=false", "preference=_only_local");
            assertThat(new ShardRouter(ROUTING.with(routesBy)).shardOf(get.group(1), get.group(2)))
                    .isEqualTo(shard);
        }
        assertThat(asked).as("the index is asked once how it routes").hasSize(1);
    }

    @Test
    void anIndexThatDoesNotSayHowItRoutesIsRefreshedWhole() throws Exception {
        searchShardsStatus = 403;
        refresh.ask(node, 3);
        refresh.ask(node, 3);
        refresh.ask(node, 3);
        assertThat(asked).hasSize(4);
        assertThat(asked.get(1)).startsWith("/i/_search_shards");
        assertThat(asked.subList(2, 4)).containsExactly("/i/_refresh", "/i/_refresh");
    }

    @Test
    void oneThatMayBeIdleIsRefreshedWithItsIndex() throws Exception {
        refresh.ask(node, 3);
        nanos.addAndGet(Duration.ofSeconds(21).toNanos());
        refresh.ask(node, 3);
        refresh.ask(node, 2);
        assertThat(asked).containsExactly("/i/_refresh", "/i/_refresh", "/i/_refresh");
    }

    @Test
    void whereANodeDoesNotDoItTheIndexIsRefreshed() throws Exception {
        status = 400;
        refresh.ask(node, 3);
        refresh.ask(node, 3);
        assertThat(asked).hasSize(4);
        assertThat(asked.getLast()).isEqualTo("/i/_refresh");
    }

    @Test
    void aReaderOfFewShardsRefreshesEachAloneHoweverManyWaitAtANode() throws Exception {
        IndexRefresh ofFew = refreshOf(21);
        for (int shard = 0; shard < 21; shard++) {
            ofFew.ask(node, shard);
        }
        asked.clear();
        CountDownLatch held = new CountDownLatch(1);
        mayAnswer = held;
        List<Thread> readers = new ArrayList<>();
        AtomicInteger refreshed = new AtomicInteger();
        for (int shard = 0; shard < 21; shard++) {
            int number = shard;
            readers.add(Thread.ofPlatform().start(() -> {
                try {
                    ofFew.ask(node, number);
                    refreshed.incrementAndGet();
                } catch (ElasticException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        while (!readers.stream().allMatch(ShardRefreshTest::waitsOrHasEnded)) {
            Thread.onSpinWait();
        }
        held.countDown();
        for (Thread reader : readers) {
            reader.join();
        }

        assertThat(refreshed.get()).isEqualTo(21);
        assertThat(asked).hasSize(21).allMatch(path -> path.startsWith("/i/_doc/"));
    }

    private static boolean waitsOrHasEnded(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, TERMINATED -> true;
            case NEW, RUNNABLE, BLOCKED -> false;
        };
    }

    @Test
    void aReaderOfFewShardsWakesOneThatMayBeIdleAndLeavesTheOthersAlone() throws Exception {
        IndexRefresh ofFew = refreshOf(1);
        ofFew.ask(node, 3);
        nanos.addAndGet(Duration.ofSeconds(21).toNanos());
        asked.clear();
        ofFew.ask(node, 3);
        ofFew.ask(node, 3);

        assertThat(asked).hasSize(3);
        assertThat(asked.getFirst()).startsWith("/i/_search?").contains("_shards%3A3%7C_only_local");
        assertThat(asked.subList(1, 3)).allMatch(path -> path.startsWith("/i/_doc/"));
    }

    @Test
    void aReaderOfHalfTheShardsRefreshesTheIndexForThemTogether() throws Exception {
        refreshOf(31).ask(node, 3);
        assertThat(asked).doesNotContain("/i/_refresh");
        asked.clear();
        refreshOf(32).ask(node, 3);
        assertThat(asked).containsExactly("/i/_refresh");
    }

    @Test
    void aNodeThatHasTooMuchToDoIsNotGivenARefreshOfAllShards() throws Exception {
        refresh.ask(node, 3);
        status = 429;
        asked.clear();

        assertThatThrownBy(() -> refresh.ask(node, 3)).isInstanceOf(ElasticException.Refused.class);
        assertThat(asked).doesNotContain("/i/_refresh");
    }

    private IndexRefresh refreshOf(int shards) {
        Share share = Share.part(nanos::get);
        IntStream.range(0, shards).forEach(share::note);
        return new IndexRefresh("i", true, share, nanos::get);
    }

    @Test
    void anOperatorWhoSaysNoIsHeard() throws Exception {
        IndexRefresh none = new IndexRefresh("i", false, Share.whole(nanos::get), nanos::get);
        none.ask(node, 3);
        none.ask(node, 3);
        assertThat(asked).isEmpty();
    }
}
