package io.shardstream.common.contract.record;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/// What the golden files of JSON records say, as values; and one value for each word that a record may hold.
final class GoldenSamples {
    private static final Instant AT = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final Request REQUEST = new Request("c-1", Request.Kind.CUTOVER, Map.of("force", "yes"), AT);

    private static final Checkpoint WITNESSED = new Checkpoint(
            "topic",
            "index",
            "history",
            1,
            41,
            42,
            43,
            57,
            new Witnesses(List.of(new Witness(41, 0xfedc), new Witness(7, 0x1a))));

    private GoldenSamples() {}

    /// A value, and how it is written and read.
    ///
    /// @param variant what is special about it; empty for the plain one
    /// @param encode by the run's format
    record Sample(Object value, String variant, IntFunction<byte[]> encode, Function<byte[], Object> decode) {
        /// The kind of record.
        String record() {
            return value.getClass().getSimpleName();
        }

        /// The file that holds it in one of its own formats.
        String file(int ownFormat) {
            return record() + "." + ownFormat + (variant.isEmpty() ? "" : "." + variant) + ".json";
        }

        @Override
        public String toString() {
            return record() + " " + variant;
        }
    }

    /// Those that have golden files in the formats that are written today.
    static List<Sample> written() {
        RunPlan plan = plan(new SourceReading(VersionMode.CREATE, true, false), RoutingFunction.MODULO);
        Verified verified = new Verified(
                "topic",
                AT,
                true,
                List.of(7L, -1L),
                List.of(3L),
                9,
                8,
                7,
                1,
                2,
                3,
                Optional.of(new Verified.Rest(4, 5, 6)));
        return List.of(
                of(new AcceptedHistory(7, "h2", 2, -1), AcceptedHistory::encode, AcceptedHistory::decode),
                of(new AcceptedRejects(17), AcceptedRejects::encode, AcceptedRejects::decode),
                of(new Agreed(true, "c2VhbA==", "c1", ""), Agreed::encode, Agreed::decode),
                of(new Answer("c-1", Answer.Outcome.DIFFERENT, "Look.", AT), Answer::encode, Answer::decode),
                of(new Blocked("writer", "Look.", AT), Blocked::encode, Blocked::decode),
                of(
                        new CutoverNotes(
                                REQUEST,
                                AT,
                                List.of(7L, -1L),
                                List.of(9L),
                                Optional.of(List.of("places", "search")),
                                812),
                        CutoverNotes::encode,
                        CutoverNotes::decode),
                of(new Event(AT, Event.Kind.RELOCATION, "lane 0 is on n2"), Event::encode, Event::decode),
                of(new GivenReplicas(AT), GivenReplicas::encode, GivenReplicas::decode),
                of(new DifferentContents(Set.of(0, 7)), DifferentContents::encode, DifferentContents::decode),
                of(new MissingOfStart(3), MissingOfStart::encode, MissingOfStart::decode),
                of(
                        new GuardFindings(
                                AT,
                                List.of(
                                        new GuardFindings.Finding(Side.SOURCE, "n1", 0, true, "slow"),
                                        new GuardFindings.Finding(Side.TARGET, "", 5L << 40, false, ""))),
                        GuardFindings::encode,
                        GuardFindings::decode),
                of(new GuardOff(), GuardOff::encode, GuardOff::decode),
                of(
                        new LastComparison("c-1", List.of(9L, -1L), new TargetHistories(List.of("h1", "")), 3),
                        LastComparison::encode,
                        LastComparison::decode),
                of(new MemberFormat("reader", "7@host", "r-0", 2, "0.1.0"), MemberFormat::encode, MemberFormat::decode),
                of(
                        new MemberReport(
                                "writer",
                                "7@host",
                                AT,
                                "a block",
                                List.of(new MemberReport.NodeReport("n1", 3, 8, 40, 900, "a full queue")),
                                OptionalLong.empty()),
                        MemberReport::encode,
                        MemberReport::decode),
                of(
                        new Outcome(3, 10, 16, 3, 2, 1, 4096, 17, "http://127.0.0.1:9200"),
                        Outcome::encode,
                        Outcome::decode),
                of(new OwnBlock(Side.SOURCE, "i", AT, true), OwnBlock::encode, OwnBlock::decode),
                of(new Pause("lunch", AT), Pause::encode, Pause::decode),
                of(
                        new PrimaryNodes(List.of("node-1", ""), Map.of("node-1", Map.of("zone", "west"))),
                        PrimaryNodes::encode,
                        PrimaryNodes::decode),
                of(REQUEST, Request::encode, Request::decode),
                of(
                        new RunFileKeys(Map.of("docs.trim", "never", "source.refresh", "false")),
                        RunFileKeys::encode,
                        RunFileKeys::decode),
                of(
                        new RunFileThrottle(Throttle.NONE.with(Objective.OFF)),
                        RunFileThrottle::encode,
                        RunFileThrottle::decode),
                of(new RunFormat(2, "0.1.0", AT), RunFormat::encode, RunFormat::decode),
                of(new RunId("X-y_z", AT), RunId::encode, RunId::decode),
                of(new RunPhase(Phase.ABORTED, 3, "given up"), RunPhase::encode, RunPhase::decode),
                of(plan, RunPlan::encode, RunPlan::decode),
                of("generation", plan.readAgain("other"), RunPlan::encode, RunPlan::decode),
                of(
                        new SignedOff(
                                "c-1", "old", "new", List.of(7L), List.of(8L), List.of(9L), 2, 812, "0 differ", AT),
                        SignedOff::encode,
                        SignedOff::decode),
                of(
                        new CarriedMapping(
                                7, 3, true, "{\"dynamic\":\"true\"}", Map.of("a.b", "0f"), Map.of("c", "1e")),
                        CarriedMapping::encode,
                        CarriedMapping::decode),
                of(new Adopted(AT, 900, true, 12), Adopted::encode, Adopted::decode),
                of(new SourceCopy("c-1", "old-before-1", "u-7", AT), SourceCopy::encode, SourceCopy::decode),
                of(new SourceAliases(List.of("places", "search")), SourceAliases::encode, SourceAliases::decode),
                of(new SourceHistories("c-1", List.of("h1", "h2")), SourceHistories::encode, SourceHistories::decode),
                of(new SourceTerms(List.of(1L, 4L)), SourceTerms::encode, SourceTerms::decode),
                of(new Step("c-1", 3, 4, "block the source", true, "12 shards", AT), Step::encode, Step::decode),
                of(new TargetHistories(List.of("h1", "")), TargetHistories::encode, TargetHistories::decode),
                of(new TargetOriginals("60s"), TargetOriginals::encode, TargetOriginals::decode),
                of("unset", new TargetOriginals(null), TargetOriginals::encode, TargetOriginals::decode),
                of(new TargetReach(List.of(41L, -1L)), TargetReach::encode, TargetReach::decode),
                of(
                        new TargetShape(Map.of("dynamic", "ab", "properties", "cd")),
                        TargetShape::encode,
                        TargetShape::decode),
                of(
                        new Throttle(
                                OptionalLong.of(5),
                                OptionalLong.empty(),
                                OptionalInt.of(3),
                                new Schedule(List.of(Hours.of("22:00-06:00")), ZoneId.of("Europe/Zurich")),
                                new Objective(Optional.of(Duration.ofMillis(50)), OptionalInt.of(80))),
                        Throttle::encode,
                        Throttle::decode),
                of("none", Throttle.NONE, Throttle::encode, Throttle::decode),
                of(verified, Verified::encode, Verified::decode),
                of(new TrimmedLanes("topic", 32, List.of(500L, 0L)), TrimmedLanes::encode, TrimmedLanes::decode),
                new Sample(
                        new Controller(3, "host 77", AT, "0.1.0"),
                        "",
                        new Controller(3, "host 77", AT, "0.1.0")::encode,
                        Controller::decode),
                new Sample(WITNESSED, "", WITNESSED::encode, Checkpoint::decode));
    }

    /// Those that are read and not written any more, each by its file.
    static Map<String, Sample> onlyRead() {
        return Map.of(
                "CutoverNotes.1.json",
                of(
                        new CutoverNotes(REQUEST, AT, List.of(7L, -1L), List.of(9L), Optional.empty(), 812),
                        CutoverNotes::encode,
                        CutoverNotes::decode),
                "Checkpoint.2.json",
                new Sample(
                        new Checkpoint("topic", "index", "history", 1, 41, 42, 43, 57),
                        "",
                        new Checkpoint("topic", "index", "history", 1, 41, 42, 43, 57)::encode,
                        Checkpoint::decode),
                "Checkpoint.1.json",
                new Sample(
                        new Checkpoint("topic", "index", "history", 1, 41, 42, 43),
                        "",
                        new Checkpoint("topic", "index", "history", 1, 41, 42, 43)::encode,
                        Checkpoint::decode),
                "Controller.1.json",
                new Sample(
                        new Controller(3, "host 77", AT),
                        "",
                        new Controller(3, "host 77", AT)::encode,
                        Controller::decode),
                "Verified.3.json",
                of(
                        new Verified(
                                "topic", AT, false, List.of(7L, -1L), List.of(3L), 9, 8, 7, 0, 0, 3, Optional.empty()),
                        Verified::encode,
                        Verified::decode));
    }

    /// A value for each word that stands in a record: one more of them is not understood by versions of before.
    static Stream<Sample> words() {
        return Stream.of(
                        each(
                                Phase.values(),
                                phase -> of(new RunPhase(phase, 1, ""), RunPhase::encode, RunPhase::decode)),
                        each(
                                Answer.Outcome.values(),
                                outcome -> of(new Answer("c", outcome, "", AT), Answer::encode, Answer::decode)),
                        each(
                                Request.Kind.values(),
                                kind -> of(new Request("c", kind, Map.of(), AT), Request::encode, Request::decode)),
                        each(Event.Kind.values(), kind -> of(new Event(AT, kind, ""), Event::encode, Event::decode)),
                        each(
                                Side.values(),
                                side -> of(
                                        new GuardFindings(
                                                AT, List.of(new GuardFindings.Finding(side, "", 0, false, ""))),
                                        GuardFindings::encode,
                                        GuardFindings::decode)),
                        each(
                                VersionMode.values(),
                                mode -> of(
                                        plan(new SourceReading(mode, false, true), RoutingFunction.RANGES),
                                        RunPlan::encode,
                                        RunPlan::decode)),
                        each(
                                RoutingFunction.values(),
                                function -> of(plan(SourceReading.USUAL, function), RunPlan::encode, RunPlan::decode)))
                .flatMap(some -> some);
    }

    private static RunPlan plan(SourceReading reading, RoutingFunction function) {
        return new RunPlan(
                "old",
                "u1",
                2,
                "new",
                "u2",
                new ShardRouting(5, 640, 1, function),
                "Shardstream-x",
                "topic",
                100,
                List.of(7L, -1L),
                8,
                reading);
    }

    private static <W> Stream<Sample> each(W[] words, Function<W, Sample> sample) {
        return Arrays.stream(words).map(sample);
    }

    private static <R> Sample of(R value, Function<R, byte[]> encode, Function<byte[], Object> decode) {
        return of("", value, encode, decode);
    }

    private static <R> Sample of(String variant, R value, Function<R, byte[]> encode, Function<byte[], Object> decode) {
        return new Sample(value, variant, _ -> encode.apply(value), decode);
    }
}
