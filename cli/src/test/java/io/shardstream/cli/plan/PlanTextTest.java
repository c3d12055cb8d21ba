package io.shardstream.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.NodeShare;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.preflight.Report;
import io.shardstream.control.preflight.SourceFacts;
import io.shardstream.control.preflight.TargetFacts;
import io.shardstream.control.preflight.sample.Placement;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.sample.SampledCost;
import io.shardstream.control.preflight.sample.TimeEstimate;
import io.shardstream.control.preflight.sample.TimeParts;
import io.shardstream.control.preflight.server.BrokerRoom;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.ShardFacts;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class PlanTextTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final IndexDescription INDEX = new IndexDescription(
            "cities",
            Map.of("index.number_of_shards", StringNode.valueOf("2")),
            MAPPER.createObjectNode(),
            Set.of(),
            1024);
    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");

    static final Report FULL = new Report(
            SERVER,
            Optional.of(new SourceFacts(
                    INDEX,
                    List.of(new ShardFacts(0, 1000, 5, 2_000_000, 1999), new ShardFacts(1, 900, 0, 1_500_000, 899)),
                    1900,
                    0,
                    Map.of())),
            Optional.of(SERVER),
            Optional.of(new TargetFacts(
                    new WantedTarget(INDEX, false, false),
                    List.of(),
                    OptionalLong.of(5_000_000_000L),
                    2,
                    List.of(new NodeShare("n", 2, OptionalLong.of(7))),
                    List.of(new NodeShare("n", 2, OptionalLong.of(7))))),
            Optional.of(new KafkaFacts(
                    3,
                    OptionalInt.of(25),
                    Map.of(),
                    List.of(
                            new BrokerRoom(1, 9_000_000_000L),
                            new BrokerRoom(2, 7_000_000_000L),
                            new BrokerRoom(3, 8_000_000_000L)),
                    List.of(),
                    false)),
            Optional.of(new SampleResult(
                    500, 600_000, 90_000, "7", new SampledCost(20.12, 81, 0.05), true, 4, true, 0, List.of())),
            Optional.of(new TimeEstimate(
                    Duration.ofSeconds(80),
                    Optional.of(Duration.ofSeconds(100)),
                    Optional.of(Duration.ofSeconds(130)),
                    new TimeParts(new Placement(true, false, false), 20.12, 81, 26, 101.12, 5, 0.25))),
            List.of(Finding.blocks(FindingCode.DISK_TOO_SMALL, "It does not fit.", "Give it more.")));

    static final Report LITTLE = new Report(
            SERVER,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    @Test
    void whatIsKnownIsToldInSectionsWithTheFindingsLast() {
        assertThat(String.join("\n", PlanText.of("run", FULL))).isEqualTo("""
                Source   cities: 1,900 documents, 3.5 MB in 2 shards, Elasticsearch 9.5.3
                         shard       documents      deleted        bytes   highest number  density
                             0           1,000            5       2.0 MB            1,999     50 %
                             1             900            0       1.5 MB              899    100 %
                Target   cities, to be created: 2 shards with 1 replica on 0 data nodes, 5.0 GB free
                         below the watermark, Elasticsearch 9.5.3
                Kafka    3 brokers, 7.0 GB free on broker 2, the least
                Time     about 1 min 40 s, from 1 min 20 s to 2 min 10 s. Source and target share
                         processors: reading and writing add up. Measured by reading and writing 500
                         documents (600.0 kB), 4 requests at a time, in turns: 20.1 µs a document to
                         read, 81.0 to write. The largest has 90.0 kB.

                Findings
                  blocks  It does not fit. [disk-too-small]
                          → Give it more.

                Run run cannot be done so: see what blocks it above.""");
    }

    @Test
    void whatIsNotKnownIsSaidToBeSo() {
        assertThat(PlanText.of("run", LITTLE))
                .contains("Source   not known, Elasticsearch 9.5.3", "Kafka    not known", "Time     not known");
    }

    @Test
    void machinesGetTheSameUnderStableNames() {
        JsonNode fields = MAPPER.readTree(MAPPER.writeValueAsString(PlanFields.of("run", FULL)));
        assertThat(fields.path("can_be_done").asBoolean(true)).isFalse();
        assertThat(fields.path("source")
                        .path("shards")
                        .path(0)
                        .path("density_percent")
                        .asInt())
                .isEqualTo(50);
        assertThat(fields.path("time").path("likely_seconds").asInt()).isEqualTo(100);
        assertThat(fields.path("target").path("nodes")).isEqualTo(MAPPER.readTree("""
                [{"node":"n","shard_copies":2,"room_bytes":7}]"""));
        assertThat(fields.path("kafka").path("room_bytes").asLong()).isEqualTo(24_000_000_000L);
        assertThat(fields.path("kafka").path("nodes").path(1).path("room_bytes").asLong())
                .isEqualTo(7_000_000_000L);
        assertThat(fields.path("time").path("model")).isEqualTo(MAPPER.readTree("""
                {"placement":"servers_together","with_source":false,"with_target":false,"read_micros":20.1,
                 "write_micros":81.0,"beside_micros":26.0,"document_micros":101.1,"start_seconds":5.0,
                 "warming_seconds":0.3}"""));
        assertThat(fields.path("findings")).isEqualTo(MAPPER.readTree("""
                [{"severity":"blocks","code":"disk-too-small","topic":"disk","what":"It does not fit.",
                  "advice":"Give it more."}]"""));
    }

    @Test
    void machinesDoNotGetWhatIsNotKnown() {
        assertThat(PlanFields.of("run", LITTLE)).doesNotContainKeys("kafka", "sample", "time");
    }
}
