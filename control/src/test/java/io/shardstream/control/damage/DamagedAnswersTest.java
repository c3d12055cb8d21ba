package io.shardstream.control.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ClusterUuid;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.HiddenDocuments;
import io.shardstream.common.elastic.IndexAbsence;
import io.shardstream.common.elastic.ListedNode;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.IndexAliases;
import io.shardstream.common.shard.IndexIdentity;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.PointInTime;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.NodeLimits;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.index.source.NumberProbe;
import io.shardstream.control.index.source.PrimaryTerms;
import io.shardstream.control.index.source.RoutingProbe;
import io.shardstream.control.index.source.SourceWrites;
import io.shardstream.control.index.source.VersionProof;
import io.shardstream.control.index.target.HttpMappingSide;
import io.shardstream.control.index.target.MappingSide;
import io.shardstream.control.index.target.ShardHistories;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.preflight.ClusterSurvey;
import io.shardstream.control.preflight.sample.TrialIndex;
import io.shardstream.control.state.finding.FindingList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Questions that a run asks a cluster, answered with something else than a server would: the caller gets one of
/// the project's own exceptions with a sentence, or nothing that it takes for the good answer.
@TestInstance(Lifecycle.PER_CLASS)
class DamagedAnswersTest {
    /// Of each answer; more with `-Dshardstream.fuzz.seeds`.
    private static final int SEEDS = Integer.getInteger("shardstream.fuzz.seeds", 20);

    private static final String STATE = "GET /_cluster/state/";
    private static final String INDEX = "source-of-all";

    /// The document without its routing, which servers leave out where there is none.
    private static final List<DocumentName> UNROUTED = List.of(new DocumentName(Bytes.utf8("a"), null, 1, 10));

    private static final JsonNode NO_MAPPING = new JsonMapper().createObjectNode();

    private DamagedNode node;
    private ScannedCopy copy;
    private HttpShardCopy primary;

    /// A question.
    @FunctionalInterface
    private interface Question {
        Object ask(ElasticCluster cluster) throws Exception;
    }

    /// A change.
    @FunctionalInterface
    private interface Change {
        void make(ElasticCluster cluster) throws Exception;
    }

    /// @param request whose answer is damaged
    /// @param isHarmless whether the caller may get that value for an answer with a hole; the second is whether
    ///     something is left out of it, as servers leave out what is empty
    record Case(String name, String request, Question question, BiPredicate<Object, Boolean> isHarmless) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    void start() throws Exception {
        node = new DamagedNode("source");
        GoodAnswers.of(node, INDEX);
        IndexShards shards = new IndexShards(node.cluster(), "source", INDEX, "u");
        copy = new HttpScannedShard(shards, ScanPace.NONE, INDEX, 0, 1 << 20).locate();
        primary = shards.locate(0);
    }

    @AfterAll
    void stop() {
        node.close();
    }

    /// Only the good value is taken.
    private static Case exact(String name, String request, Question question) {
        return new Case(name, request, question, (_, _) -> false);
    }

    /// Some other values say of themselves that nothing is known, or that all is not well.
    private static Case or(String name, String request, Question question, BiPredicate<Object, Boolean> isHarmless) {
        return new Case(name, request, question, isHarmless);
    }

    /// A change of the cluster, which is believed for the good answer alone.
    private static Case change(String name, String request, Change change) {
        return exact(name, request, cluster -> {
            change.make(cluster);
            return new Object();
        });
    }

    /// Whatever it says is taken as it is: names, texts, or what is only told.
    private static Case told(String name, String request, Question question) {
        return new Case(name, request, question, (_, _) -> true);
    }

    private Stream<Case> cases() {
        return Stream.of(gateway(), catalog(), source(), cutover(), changes(), shard())
                .flatMap(List::stream);
    }

    private List<Case> gateway() {
        String state = STATE + "blocks,metadata/" + INDEX;
        return List.of(
                told(
                        "nodes",
                        "GET /_nodes/http",
                        cluster -> cluster.nodes().stream()
                                .map(ListedNode::version)
                                .toList()),
                told(
                        "data nodes",
                        "GET /_nodes/http",
                        cluster -> cluster.dataNodesByName().keySet()),
                told("cluster", STATE + "version", ClusterUuid::of),
                // What is gone may only be left out.
                or(
                        "absence",
                        STATE + "blocks,metadata/gone",
                        cluster -> IndexAbsence.isCertain(cluster, "gone"),
                        (v, _) -> v.equals(false)),
                or("presence", state, cluster -> IndexAbsence.isCertain(cluster, INDEX), (_, isLeftOut) -> isLeftOut),
                or("aliases", state, cluster -> IndexAliases.of(cluster, INDEX), (_, isLeftOut) -> isLeftOut),
                or(
                        "identity",
                        state,
                        cluster -> IndexIdentity.of(cluster, INDEX).map(IndexIdentity::index),
                        (_, out) -> out),
                told("hidden", "GET /_security/user/_privileges", cluster -> HiddenDocuments.of(cluster, INDEX)),
                told(
                        "point in time",
                        "POST /" + INDEX + "/_pit",
                        cluster -> PointInTime.open(cluster::send, INDEX, "_local", Duration.ofMinutes(1))));
    }

    private List<Case> catalog() {
        return List.of(
                told("server", "GET /", cluster -> new IndexCatalog(cluster).server()),
                told("resolved", "GET /_resolve/index/" + INDEX, cluster -> new IndexCatalog(cluster).find(INDEX)),
                or("description", "GET /" + INDEX, this::described, (_, _) -> false),
                exact("routing shards", STATE + "metadata/" + INDEX, this::described),
                told("uuid", "GET /" + INDEX + "/_settings", cluster -> new IndexCatalog(cluster).uuid(INDEX)),
                told(
                        "settings",
                        "GET /" + INDEX + "/_settings",
                        cluster -> new IndexCatalog(cluster).effectiveSettings(INDEX)),
                exact("count", "POST /" + INDEX + "/_search", cluster -> new IndexCatalog(cluster).count(INDEX, "{}")),
                told(
                        "template",
                        "POST /_index_template/_simulate_index/",
                        cluster ->
                                TemplateAdditions.of(cluster, "composed").under(new JsonMapper().createObjectNode())),
                told("templates", "GET /_index_template", cluster -> TemplateAdditions.of(cluster, "composed")),
                told(
                        "legacy templates",
                        "GET /_template",
                        cluster -> TemplateAdditions.legacy(
                                        "old",
                                        cluster.send(Call.get("/_template")).json())
                                .under(new JsonMapper().createObjectNode())),
                told("body limit", "GET /_nodes/http", NodeLimits::httpMaxContentBytes),
                told("heaps", "GET /_nodes/jvm", NodeLimits::smallestHeapBytes),
                told("root of a survey", "GET /", DamagedAnswersTest::glance),
                told("nodes of a survey", "GET /_nodes", DamagedAnswersTest::glance),
                told("disks of a survey", "GET /_nodes/stats/fs", DamagedAnswersTest::glance),
                told("settings of a survey", "GET /_cluster/settings", DamagedAnswersTest::glance));
    }

    private static List<?> glance(ElasticCluster cluster) throws Exception {
        FindingList findings = new FindingList();
        new ClusterSurvey("source", cluster, findings).glance();
        return findings.worstFirst();
    }

    /// What decides which shards are read.
    private List<Object> described(ElasticCluster cluster) throws Exception {
        IndexDescription index = new IndexCatalog(cluster).get(INDEX);
        return List.of(index.uuid().isEmpty(), index.shards(), index.routing().routingNumShards());
    }

    private List<Case> source() {
        String stats = "GET /" + INDEX + "/_stats/docs";
        String search = "POST /" + INDEX + "/_search";
        String mapping = STATE + "blocks,metadata/" + INDEX;
        return List.of(
                told("sample", search, cluster -> RoutingProbe.sample(cluster, INDEX)),
                exact(
                        "routing",
                        "GET /" + INDEX + "/_search_shards",
                        cluster -> RoutingProbe.learn(cluster, INDEX, new ShardRouting(1, 1024, 1), List.of())),
                exact("checkpoints", stats, cluster -> GlobalCheckpoints.reach(cluster, INDEX, 1)),
                exact("terms", STATE + "blocks,metadata/" + INDEX, cluster -> PrimaryTerms.read(cluster, INDEX, 1)),
                exact(
                        "unflushed",
                        "GET /" + INDEX + "/_stats/translog",
                        cluster -> SourceWrites.whereNotSaid(
                                        Optional.of(true), cluster, new IndexCatalog(cluster).get(INDEX))
                                .unflushed()),
                told("histories", stats, cluster -> ShardHistories.read(cluster, INDEX, 1)),
                told("numbers", search, cluster -> {
                    NumberProbe.require(cluster, INDEX);
                    return true;
                }),
                told("versions", search, cluster -> {
                    VersionProof.require(VersionMode.SOURCE, false, cluster, new IndexCatalog(cluster).get(INDEX));
                    return true;
                }),
                exact(
                        "mapping versions",
                        mapping,
                        cluster -> HttpMappingSide.of(cluster, INDEX).versions()),
                or(
                        "mapping",
                        mapping,
                        cluster ->
                                HttpMappingSide.of(cluster, INDEX).definition().mapping(),
                        (value, isLeftOut) -> isLeftOut || !value.equals(NO_MAPPING)),
                or(
                        "mapping change",
                        "PUT /" + INDEX + "/_mapping",
                        cluster -> HttpMappingSide.of(cluster, INDEX).change(new JsonMapper().createObjectNode()),
                        (value, _) -> value instanceof MappingSide.Outcome.Unacknowledged));
    }

    private List<Case> cutover() {
        String state = STATE + "blocks,metadata";
        String search = "POST /" + INDEX + "/_search";
        return List.of(
                or(
                        "found indices",
                        state + ",routing_table/" + INDEX,
                        cluster -> new HttpClusterSwitch(cluster).find(INDEX),
                        (value, isLeftOut) -> isLeftOut || lacksPrimaries(value)),
                told(
                        "aliases of an index",
                        "GET /" + INDEX + "/_alias",
                        cluster -> new HttpClusterSwitch(cluster).aliases(INDEX)),
                or(
                        "write block",
                        state + "/" + INDEX,
                        cluster -> new HttpClusterSwitch(cluster).writeBlock(INDEX),
                        (_, isLeftOut) -> isLeftOut),
                or(
                        "block",
                        "PUT /" + INDEX + "/_block/write",
                        cluster -> new HttpClusterSwitch(cluster).block(INDEX, INDEX),
                        (value, _) -> value.equals(false)),
                or(
                        "bulks",
                        "GET /_tasks",
                        cluster -> new HttpClusterSwitch(cluster).hasBulks("mine"),
                        (_, isLeftOut) -> isLeftOut),
                or(
                        "health",
                        "GET /_cluster/health/" + INDEX,
                        cluster -> {
                            var health = new HttpClusterSwitch(cluster).health(INDEX);
                            return List.of(health.active(), health.initializing(), health.unassigned());
                        },
                        (_, _) -> false),
                told("definition", "GET /" + INDEX, cluster -> new HttpClusterSwitch(cluster).definition(INDEX)),
                told(
                        "privileges",
                        "POST /_security/user/_has_privileges",
                        cluster -> new HttpClusterSwitch(cluster).lacking(List.of())),
                told("refusal", "POST /_aliases", cluster -> new HttpClusterSwitch(cluster).refusal(INDEX, List.of())),
                exact(
                        "numbers of an index",
                        "GET /" + INDEX + "/_stats/docs",
                        cluster -> new HttpClusterSwitch(cluster).reach(INDEX)),
                told("time of a search", search, cluster -> new HttpClusterSwitch(cluster).search(INDEX, "{}")),
                told("canary", search, cluster -> new HttpClusterSwitch(cluster).found(INDEX, "{}")),
                exact("documents", search, cluster -> new HttpClusterSwitch(cluster).documents(INDEX)));
    }

    private List<Case> changes() {
        String settings = "PUT /" + INDEX + "/_settings";
        return List.of(
                change("unblock", settings, cluster -> new HttpClusterSwitch(cluster).unblock(INDEX, INDEX)),
                change("setting", settings, cluster -> new HttpClusterSwitch(cluster).set(INDEX, "x", "1")),
                change(
                        "age of tombstones",
                        settings,
                        cluster -> new TombstoneAge(cluster, INDEX).raiseUnless(Optional.of(INDEX), () -> false, null)),
                change("age of before", settings, cluster -> new TombstoneAge(cluster, INDEX).putBack(null)),
                change("deletion", "DELETE /" + INDEX, cluster -> new HttpClusterSwitch(cluster).delete(INDEX)),
                change("end of a trial", "DELETE /" + INDEX, cluster -> TrialIndex.delete(cluster, INDEX)));
    }

    /// A cut-over waits for them.
    private static boolean lacksPrimaries(Object found) {
        return found instanceof List<?> indices
                && indices.stream()
                        .allMatch(one -> one instanceof FoundIndex index
                                && !index.withoutPrimary().isEmpty());
    }

    private List<Case> shard() {
        String search = "POST /" + INDEX + "/_search";
        String state = STATE + "metadata,nodes,routing_table/" + INDEX;
        String told = STATE + "blocks,metadata,routing_table/" + INDEX;
        String stats = "GET /_nodes/_local/stats/indices/refresh";
        return List.of(
                told(
                        "limits of a shard",
                        "GET /" + INDEX + "/_settings",
                        cluster -> located(cluster).maxResultWindow()),
                exact("numbers of a shard", stats, this::numbers),
                exact("state of a shard", state, this::numbers),
                or("elected", told, _ -> primary.isElected(), (value, _) -> value.equals(false)),
                exact("heard of the master", "GET /_cluster/health", _ -> primary.isElected()),
                told("primary of all", told, cluster -> ElectedPrimary.read(cluster::send, "The source", INDEX, 0)),
                exact("deletes", "GET /_nodes/_local/stats/indices/indexing", _ -> primary.deletes()),
                told("stored bytes", "GET /_nodes/_local/stats/indices/docs,store", _ -> primary.storedBytes()),
                exact("counted", search, _ -> copy.countLive(-1, 99)),
                exact("live", search, _ -> {
                    List<Long> live = new ArrayList<>();
                    copy.forEachLive(-1, 99, (seqNo, version) -> live.addAll(List.of(seqNo, version)));
                    return live;
                }),
                exact("drawn", search, _ -> copy.drawn(-1, 99, 10, 1)),
                or("names", search, _ -> copy.named(List.of(1L)), (value, _) -> value.equals(UNROUTED)),
                or(
                        "blocks",
                        search,
                        _ -> copy.count(new Counting.OfNumbers(List.of(new NumberSpan(0, 100)), 16)),
                        (v, _) -> v instanceof Counted.Unknown),
                or(
                        "versions of documents",
                        search,
                        _ -> copy.numbersOf(List.of(10L)),
                        (value, isLeftOut) -> isLeftOut || value.equals(Optional.empty())));
    }

    private HttpShardCopy located(ElasticCluster cluster) throws Exception {
        return new IndexShards(cluster, "source", INDEX, "u").locate(0);
    }

    private List<Object> numbers(ElasticCluster cluster) throws Exception {
        var numbers = new IndexShards(cluster, "source", INDEX, "u").numbers(0);
        return List.of(
                numbers.globalCheckpoint(),
                numbers.maxSeqNo(),
                numbers.identity().term());
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(120)
    void aHoleInAnAnswerIsSeen(Case one) throws Exception {
        node.mend();
        Object good = one.question().ask(node.cluster());
        for (DamagedJson.Hole hole : new DamagedJson(node.answer(one.request())).holes()) {
            Optional<Object> value = ask(one, hole.json());
            assertThat(value)
                    .as(hole.json())
                    .matches(
                            got -> got.isEmpty()
                                    || got.get().equals(good)
                                    || one.isHarmless().test(got.get(), hole.isLeftOut()),
                            "is harmless, or " + good);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(120)
    void anAnswerOfManyLevelsEndsInASentence(Case one) throws Exception {
        node.mend();
        one.question().ask(node.cluster());
        for (String deep : new DamagedJson(node.answer(one.request())).deep()) {
            ask(one, deep);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void anAnswerThatIsDamagedByChanceEndsInASentence(Case one) throws Exception {
        node.mend();
        one.question().ask(node.cluster());
        DamagedJson answer = new DamagedJson(node.answer(one.request()));
        for (int seed = 0; seed < SEEDS; seed++) {
            ask(one, answer.of(seed));
        }
    }

    /// @return empty if it was refused in a sentence of the project's own
    private Optional<Object> ask(Case one, String damaged) {
        return node.asked(
                one.request(), damaged, one.name(), () -> one.question().ask(node.cluster()));
    }
}
