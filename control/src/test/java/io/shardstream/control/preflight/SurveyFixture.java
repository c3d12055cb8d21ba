package io.shardstream.control.preflight;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// What a survey is made of, with servers that answer as told.
final class SurveyFixture {
    static final SampleWish READ = new SampleWish(Duration.ofSeconds(5), false, "x1");
    static final SampleWish TRY = new SampleWish(Duration.ofSeconds(5), true, "x1");

    final AtomicLong now = new AtomicLong();
    final SurveyServers servers;
    Optional<Trim> trim = Optional.of(Trim.NEVER);
    Supplier<KafkaFacts> kafka = () -> SurveyServers.KAFKA;
    ReplaceIndex replace = ReplaceIndex.NO;
    KnownRuns runs = KnownRuns.NONE;
    Optional<Boolean> saidFollow = Optional.of(false);
    TargetSettings wish = wish(OptionalInt.empty(), 1, Map.of());

    SurveyFixture() throws IOException {
        servers = new SurveyServers();
        servers.target.answers(
                "/_nodes",
                200,
                "{'nodes':{'a':{'name':'node-1','version':'9.5.3','roles':['data']},"
                        + "'b':{'name':'node-2','version':'9.5.3','roles':['data']}}}");
        bothDisks(1L << 40);
    }

    void close() {
        servers.close();
    }

    static boolean changesNothing(String request) {
        return request.startsWith("GET ")
                || request.equals("POST /cities/_search")
                || request.equals("POST /_security/user/_has_privileges")
                || request.equals("POST /_index_template/_simulate")
                || request.startsWith("POST /_index_template/_simulate_index/v2");
    }

    void existingTarget() {
        servers.target
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/v2",
                        200,
                        "{'v2':{'settings':{'index.uuid':'t','index.number_of_shards':'1'},'mappings':{},'aliases':{}}}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}")
                .answers(
                        "/v2/_stats/docs",
                        200,
                        "{'indices':{'v2':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},"
                                + "'seq_no':{'max_seq_no':4}}]}}}}");
    }

    void bothDisks(long available) {
        String disk = "{'fs':{'total':{'total_in_bytes':" + (2L << 40) + ",'available_in_bytes':" + available + "}}}";
        servers.target.answers("/_nodes/stats/fs", 200, "{'nodes':{'a':" + disk + ",'b':" + disk + "}}");
    }

    List<Finding> blocks() throws ElasticException {
        return survey(READ).findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKS)
                .toList();
    }

    Report survey(SampleWish sample) throws ElasticException {
        RunSettings run = new RunSettings(
                new RunTopics("run"),
                "cities",
                false,
                true,
                VersionMode.SEQNO,
                false,
                wish,
                (short) 3,
                saidFollow,
                Optional.of(""),
                OptionalLong.empty());
        SurveySettings settings = new SurveySettings(
                run,
                OptionalLong.of(10L << 30),
                trim,
                Duration.ofSeconds(6),
                Throttle.NONE,
                false,
                false,
                replace,
                Duration.ofSeconds(1),
                4);
        return new Survey(settings, servers.source.cluster(), servers.target.cluster(), kafka, runs)
                .take(sample, () -> now.addAndGet(1_000_000), () -> false);
    }

    static TargetSettings wish(OptionalInt shards, int replicas, Map<String, JsonNode> settings) {
        return new TargetSettings("v2", shards, OptionalInt.of(replicas), settings, Optional.empty());
    }
}
