package io.shardstream.control.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentBodies;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.LiveDocuments;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.verify.Content;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Documents that are asked for with what they hold, and answered with something else than a server would:
/// nobody takes them for equal, and whoever asks gets one of the project's own exceptions with a sentence.
class DamagedDocumentsTest {
    private static final int SEEDS = Integer.getInteger("shardstream.fuzz.seeds", 20);
    private static final String INDEX = "documents";
    private static final String SEARCH = "POST /" + INDEX + "/_search";
    private static final String EQUAL = "equal";

    private final List<DamagedNode> nodes = new ArrayList<>();

    /// Who asks.
    enum Asker {
        BODIES,
        BODIES_BY_NUMBER,
        SOURCE_OF_A_COMPARISON,
        TARGET_OF_A_COMPARISON
    }

    /// @param documents that the answer holds: one is read in another way than several
    record Case(Asker asker, VersionMode versions, int documents) {
        @Override
        public String toString() {
            return asker + " " + versions + " " + documents;
        }
    }

    /// What is asked, and of whom.
    private record Asked(DamagedNode node, Callable<Object> question, Predicate<Object> isHarmless) {}

    private static Stream<Case> cases() {
        return Stream.of(Asker.values())
                .flatMap(asker -> Stream.of(VersionMode.SEQNO, VersionMode.SOURCE)
                        .flatMap(versions -> Stream.of(1, 2).map(documents -> new Case(asker, versions, documents))));
    }

    @AfterEach
    void stop() {
        nodes.forEach(DamagedNode::close);
    }

    private Asked ask(Case one) throws Exception {
        MemoryRun run = new MemoryRun(1, 1, one.versions());
        for (int i = 0; i < one.documents(); i++) {
            run.source(0).index("d" + i, body(i));
        }
        run.copy();
        boolean isTarget = one.asker() == Asker.TARGET_OF_A_COMPARISON;
        DamagedNode node = new DamagedNode(isTarget ? "target" : "source");
        nodes.add(node);
        GoodAnswers.of(node, INDEX);
        node.answers(SEARCH, 200, answer(one.documents(), isTarget ? run.target(0)::version : _ -> 1));
        IndexShards shards = new IndexShards(node.cluster(), isTarget ? "target" : "source", INDEX, "u");
        // A copy asks for less at once after it was answered badly, so each question has its own.
        Copies copies = () -> new HttpScannedShard(shards, ScanPace.NONE, INDEX, 0, 1 << 20).locate();
        List<Bytes> ids = IntStream.range(0, one.documents())
                .mapToObj(i -> Bytes.utf8("d" + i))
                .toList();
        List<Long> numbers =
                IntStream.range(0, one.documents()).mapToObj(i -> (long) i).toList();
        return switch (one.asker()) {
            case BODIES ->
                new Asked(node, () -> bodies(sink -> copies.locate().bodies(ids, sink)), isOf(one.documents()));
            case BODIES_BY_NUMBER ->
                new Asked(node, () -> bodies(sink -> copies.locate().bodiesAt(numbers, sink)), isOf(one.documents()));
            case SOURCE_OF_A_COMPARISON, TARGET_OF_A_COMPARISON ->
                new Asked(node, () -> comparison(run, copies.locate(), isTarget), verdict -> !verdict.equals(EQUAL));
        };
    }

    private static String body(int document) {
        return "{\"n\":" + document + "}";
    }

    private static String answer(int documents, ToLongFunction<String> version) {
        return "{\"took\":3,\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":0},"
                + "\"hits\":{\"total\":{\"value\":" + documents + ",\"relation\":\"eq\"},\"max_score\":null,\"hits\":["
                + IntStream.range(0, documents)
                        .mapToObj(i -> "{\"_index\":\"" + INDEX + "\",\"_id\":\"d" + i + "\",\"_version\":"
                                + version.applyAsLong("d" + i) + ",\"_seq_no\":" + i
                                + ",\"_primary_term\":3,\"_score\":null,\"_source\":" + body(i) + "}")
                        .collect(Collectors.joining(","))
                + "]}}";
    }

    private interface Copies {
        ScannedCopy locate() throws ElasticException, NotPrimaryException;
    }

    private interface Reading {
        void into(DocumentBodies sink) throws ElasticException, NotPrimaryException;
    }

    /// What is wrong within documents is theirs: all of them are there, with their names, and hold something.
    private static Predicate<Object> isOf(int documents) {
        return found -> found instanceof List<?> list
                && list.size() == 2 * documents
                && IntStream.range(0, documents)
                        .allMatch(i -> list.get(2 * i).equals(new DocumentName(Bytes.utf8("d" + i), null, i, 1))
                                && list.get(2 * i + 1).toString().startsWith("{"));
    }

    private static List<Object> bodies(Reading reading) throws ElasticException, NotPrimaryException {
        List<Object> found = new ArrayList<>();
        reading.into((name, source) -> found.addAll(List.of(name, source.utf8())));
        return found;
    }

    /// @return [#EQUAL], or what differs
    private static String comparison(MemoryRun run, ScannedCopy copy, boolean isTarget) throws Exception {
        ComparedRun memory = run.compared();
        ScannedShard source = memory.source().getFirst();
        ScannedShard target = memory.target().getFirst();
        ComparedRun compared = new ComparedRun(
                memory.plan(),
                List.of(isTarget ? source : new AskedForBodies(source, copy)),
                List.of(isTarget ? new AskedForBodies(target, copy) : target),
                run,
                memory.sight());
        VerificationReport report = new Verification(compared, Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(VerificationOptions.last(Duration.ofSeconds(30)).withContent(Content.ALL), _ -> {});
        return report.isEqual() ? EQUAL : report.counts().toString();
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(120)
    void aHoleInAnAnswerIsSeen(Case one) throws Exception {
        Asked asked = ask(one);
        Object good = asked.question().call();
        switch (one.asker()) {
            case SOURCE_OF_A_COMPARISON, TARGET_OF_A_COMPARISON ->
                assertThat(good).isEqualTo(EQUAL);
            case BODIES, BODIES_BY_NUMBER -> assertThat(good).isNotEqualTo(EQUAL);
        }
        for (DamagedJson.Hole hole : new DamagedJson(asked.node().answer(SEARCH)).holes()) {
            Optional<Object> value = asked.node().asked(SEARCH, hole.json(), one.toString(), asked.question());
            assertThat(value)
                    .as(hole.json())
                    .matches(
                            got -> got.isEmpty()
                                    || asked.isHarmless().test(got.get())
                                    || (got.get().equals(good) && isWhole(hole.json(), one)),
                            "is harmless, or " + good);
        }
    }

    /// Whether a damaged answer holds all that is asked for.
    private static boolean isWhole(String json, Case one) {
        return IntStream.range(0, one.documents())
                .allMatch(i -> json.contains("\"_id\":\"d" + i + "\",\"_version\":") && json.contains(body(i)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(120)
    void anAnswerOfManyLevelsEndsInASentence(Case one) throws Exception {
        Asked asked = ask(one);
        asked.question().call();
        for (String deep : new DamagedJson(asked.node().answer(SEARCH)).deep()) {
            asked.node().asked(SEARCH, deep, one.toString(), asked.question());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(300)
    void anAnswerThatIsDamagedByChanceEndsInASentence(Case one) throws Exception {
        Asked asked = ask(one);
        asked.question().call();
        DamagedJson answer = new DamagedJson(asked.node().answer(SEARCH));
        for (int seed = 0; seed < SEEDS; seed++) {
            asked.node().asked(SEARCH, answer.of(seed), one.toString(), asked.question());
        }
    }

    /// A shard in memory, of which documents are asked for elsewhere.
    private record AskedForBodies(ScannedShard memory, ScannedCopy elsewhere) implements ScannedShard {
        @Override
        public ScannedCopy locate() throws ElasticException, NotPrimaryException {
            return new Copy(memory.locate(), elsewhere);
        }

        @Override
        public ElectedPrimary elected() throws ElasticException, NotPrimaryException {
            return memory.elected();
        }
    }

    /// Its copy.
    private static final class Copy extends ForwardingShardCopy implements ScannedCopy {
        private final ScannedCopy copy;
        private final ScannedCopy elsewhere;

        Copy(ScannedCopy copy, ScannedCopy elsewhere) {
            super(copy);
            this.copy = copy;
            this.elsewhere = elsewhere;
        }

        @Override
        public void forEachLive(long above, long upTo, LiveDocuments sink) throws ElasticException {
            copy.forEachLive(above, upTo, sink);
        }

        @Override
        public long countLive(long above, long upTo) throws ElasticException {
            return copy.countLive(above, upTo);
        }

        @Override
        public List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
            return copy.named(seqNos);
        }

        @Override
        public List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
            return copy.withIds(ids);
        }

        @Override
        public void bodies(Collection<Bytes> ids, DocumentBodies sink) throws ElasticException {
            elsewhere.bodies(ids, sink);
        }

        @Override
        public void bodiesAt(Collection<Long> seqNos, DocumentBodies sink) throws ElasticException {
            elsewhere.bodiesAt(seqNos, sink);
        }

        @Override
        public long deletes() throws ElasticException, NotPrimaryException {
            return copy.deletes();
        }
    }
}
