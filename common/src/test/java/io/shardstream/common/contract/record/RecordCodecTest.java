package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecordCodecTest {
    private static final Checkpoint CHECKPOINT = new Checkpoint("topic", "index", "history", 1, 41, 42, 43);
    private static final Outcome OUTCOME = new Outcome(3, 10, 16, 3, 2, 1, 4096, 17, "http://127.0.0.1:9200");
    private static final RunPlan PLAN = new RunPlan(
            "old",
            "u1",
            2,
            "new",
            "u2",
            new ShardRouting(5, 640, 1, RoutingFunction.MODULO),
            "Shardstream-x",
            "topic",
            100,
            List.of(7L, -1L),
            8,
            new SourceReading(VersionMode.CREATE, true, false));

    private static final RunOrigin ORIGIN = RunOrigin.of(PLAN);
    private static final Blocked BLOCKED = new Blocked("writer", "Look.", Instant.ofEpochMilli(1_700_000_000_123L));
    private static final AcceptedHistory ACCEPTED = new AcceptedHistory(7, "h2", 2, -1);
    private static final TargetShape SHAPE = new TargetShape(Map.of("dynamic", "ab", "properties", "cd"));
    private static final TargetHistories HISTORIES = new TargetHistories(List.of("h1", ""));
    private static final TargetReach REACH = new TargetReach(List.of(41L, -1L));
    private static final TargetOriginals RAISED = new TargetOriginals("60s");
    private static final TargetOriginals UNSET = new TargetOriginals(null);

    private static final Pause PAUSE = new Pause("lunch", Instant.ofEpochMilli(1_700_000_000_123L));
    private static final RunPhase ABORTED = new RunPhase(Phase.ABORTED, 3, "given up");

    private static final Throttle THROTTLE = new Throttle(
            OptionalLong.of(5),
            OptionalLong.empty(),
            OptionalInt.of(3),
            new Schedule(List.of(Hours.of("22:00-06:00")), ZoneId.of("Europe/Zurich")),
            new Objective(Optional.of(Duration.ofMillis(50)), OptionalInt.of(80)));
    private static final GuardFindings FINDINGS = new GuardFindings(
            Instant.ofEpochMilli(1_700_000_000_123L),
            List.of(
                    new GuardFindings.Finding(Side.SOURCE, "n1", 0, true, "slow"),
                    new GuardFindings.Finding(Side.TARGET, "", 5L << 40, false, "")));
    private static final PrimaryNodes PRIMARIES =
            new PrimaryNodes(List.of("node-1", ""), Map.of("node-1", Map.of("zone", "west")));
    private static final SourceTerms TERMS = new SourceTerms(List.of(1L, 4L));
    private static final DifferentContents DIFFERENT = new DifferentContents(Set.of(3, 0));
    private static final Verified VERIFIED = new Verified(
            "topic",
            Instant.ofEpochMilli(1_700_000_000_123L),
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
    private static final Instant AT = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final Request REQUEST = new Request("c-1", Request.Kind.CUTOVER, Map.of("force", "yes"), AT);
    private static final Step STEP = new Step("c-1", 3, 4, "block the source", true, "12 shards", AT);
    private static final Answer ANSWER = new Answer("c-1", Answer.Outcome.DIFFERENT, "Look.", AT);
    private static final Controller CONTROLLER = new Controller(3, "host 77", AT);
    private static final CutoverNotes NOTES =
            new CutoverNotes(REQUEST, AT, List.of(7L, -1L), List.of(9L), Optional.of(List.of("places", "search")), 812);
    private static final OwnBlock OWN_BLOCK = new OwnBlock(Side.SOURCE, "old", AT, true);
    private static final SignedOff SIGNED =
            new SignedOff("c-1", "old", "new", List.of(7L), List.of(8L), List.of(9L), 2, 812, "0 differ", AT);
    private static final Event EVENT = new Event(AT, Event.Kind.RELOCATION, "lane 0 is on n2");
    private static final MemberReport REPORT = new MemberReport(
            "writer",
            "7@host",
            AT,
            "a block",
            List.of(new MemberReport.NodeReport("n1", 3, 8, 40, 900, "a full queue")),
            OptionalLong.empty());
    private static final MemberReport LAG =
            new MemberReport(MemberReport.CONTROL, "8@host", AT, "", List.of(), OptionalLong.of(0));

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(Named.of("event", EVENT.encode()), decoder(Event::decode), EVENT),
                Arguments.of(Named.of("member report", REPORT.encode()), decoder(MemberReport::decode), REPORT),
                Arguments.of(Named.of("lag", LAG.encode()), decoder(MemberReport::decode), LAG),
                Arguments.of(
                        Named.of("checkpoint", CHECKPOINT.encode(RunFormat.NEWEST)),
                        decoder(Checkpoint::decode),
                        CHECKPOINT),
                Arguments.of(Named.of("outcome", OUTCOME.encode()), decoder(Outcome::decode), OUTCOME),
                Arguments.of(Named.of("plan", PLAN.encode()), decoder(RunPlan::decode), PLAN),
                Arguments.of(
                        Named.of(
                                "plan of another generation",
                                PLAN.readAgain("other").encode()),
                        decoder(RunPlan::decode),
                        PLAN.readAgain("other")),
                Arguments.of(Named.of("blocked", BLOCKED.encode()), decoder(Blocked::decode), BLOCKED),
                Arguments.of(Named.of("throttle", THROTTLE.encode()), decoder(Throttle::decode), THROTTLE),
                Arguments.of(Named.of("no throttle", Throttle.NONE.encode()), decoder(Throttle::decode), Throttle.NONE),
                Arguments.of(Named.of("guard", FINDINGS.encode()), decoder(GuardFindings::decode), FINDINGS),
                Arguments.of(Named.of("primary nodes", PRIMARIES.encode()), decoder(PrimaryNodes::decode), PRIMARIES),
                Arguments.of(Named.of("source terms", TERMS.encode()), decoder(SourceTerms::decode), TERMS),
                Arguments.of(
                        Named.of("different contents", DIFFERENT.encode()),
                        decoder(DifferentContents::decode),
                        DIFFERENT),
                Arguments.of(Named.of("verified", VERIFIED.encode()), decoder(Verified::decode), VERIFIED),
                Arguments.of(Named.of("request", REQUEST.encode()), decoder(Request::decode), REQUEST),
                Arguments.of(Named.of("step", STEP.encode()), decoder(Step::decode), STEP),
                Arguments.of(Named.of("answer", ANSWER.encode()), decoder(Answer::decode), ANSWER),
                Arguments.of(
                        Named.of("controller", CONTROLLER.encode(RunFormat.FIRST)),
                        decoder(Controller::decode),
                        CONTROLLER),
                Arguments.of(Named.of("cut-over", NOTES.encode()), decoder(CutoverNotes::decode), NOTES),
                Arguments.of(Named.of("write block", OWN_BLOCK.encode()), decoder(OwnBlock::decode), OWN_BLOCK),
                Arguments.of(
                        Named.of(
                                "cut-over that began",
                                CutoverNotes.begun(REQUEST, AT).encode()),
                        decoder(CutoverNotes::decode),
                        CutoverNotes.begun(REQUEST, AT)),
                Arguments.of(Named.of("signed off", SIGNED.encode()), decoder(SignedOff::decode), SIGNED),
                Arguments.of(Named.of("pause", PAUSE.encode()), decoder(Pause::decode), PAUSE),
                Arguments.of(Named.of("phase", ABORTED.encode()), decoder(RunPhase::decode), ABORTED),
                Arguments.of(
                        Named.of("accepted history", ACCEPTED.encode()), decoder(AcceptedHistory::decode), ACCEPTED),
                Arguments.of(Named.of("target shape", SHAPE.encode()), decoder(TargetShape::decode), SHAPE),
                Arguments.of(
                        Named.of("target histories", HISTORIES.encode()), decoder(TargetHistories::decode), HISTORIES),
                Arguments.of(Named.of("target reach", REACH.encode()), decoder(TargetReach::decode), REACH),
                Arguments.of(Named.of("target originals", RAISED.encode()), decoder(TargetOriginals::decode), RAISED),
                Arguments.of(
                        Named.of("unset target originals", UNSET.encode()), decoder(TargetOriginals::decode), UNSET));
    }

    private static Function<byte[], Object> decoder(Function<byte[], Object> decoder) {
        return decoder;
    }

    @ParameterizedTest
    @MethodSource("values")
    void comesBackFromItsBytes(byte[] bytes, Function<byte[], Object> decode, Object value) {
        assertThat(decode.apply(bytes)).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("values")
    void refusesAnUnknownField(byte[] bytes, Function<byte[], Object> decode) {
        byte[] more = replace(bytes, "{", "{\"news\":1,");
        assertThatThrownBy(() -> decode.apply(more))
                .isInstanceOf(UnknownRecordException.class)
                .hasMessageContaining("unknown fields [news]");
    }

    @ParameterizedTest
    @MethodSource("values")
    void refusesAnotherFormat(byte[] bytes, Function<byte[], Object> decode) {
        byte[] newer = replace(bytes, "\"format\":", "\"format\":9");
        assertThatThrownBy(() -> decode.apply(newer))
                .isInstanceOf(UnknownRecordException.class)
                .hasMessageContaining("format 9");
    }

    @ParameterizedTest
    @MethodSource("values")
    void refusesWhatIsCutOff(byte[] bytes, Function<byte[], Object> decode) {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Bytes.of(bytes, 0, length).toArray();
            assertThatThrownBy(() -> decode.apply(cut)).isInstanceOf(UnknownRecordException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void phasesComeBack(Phase name) {
        RunPhase phase = new RunPhase(name, 7, "");
        assertThat(RunPhase.decode(phase.encode())).isEqualTo(phase);
    }

    /// C-131: so it fits wherever its document does.
    @Test
    void ofAReasonForARejectTheBeginningIsKept() {
        DocRecord document = new DocRecord(Bytes.utf8("a"), null, 1L << 50, Bytes.utf8("{}"));
        Reject reject = new Reject(document, "t".repeat(10_000), "why ".repeat(1_000_000), 7);
        assertThat(reject.type()).startsWith("ttt").endsWith(" …").hasSizeLessThan(600);
        assertThat(reject.reason()).startsWith("why why").endsWith(" …").hasSizeLessThan(6_000);
    }

    @Test
    void aPhaseOfALaterVersionIsRefused() {
        byte[] bytes = replace(new RunPhase(Phase.CATCHING_UP, 1, "").encode(), "catching-up", "levitating");
        assertThatThrownBy(() -> RunPhase.decode(bytes)).hasMessage("phase is not known: levitating");
    }

    @Test
    void aVerificationOfAnOlderVersionIsReadAndCallsNothingEqual() {
        byte[] older = ("{\"format\":3,\"docs_topic_id\":\"topic\",\"ended_ms\":1700000000123,\"final\":0,"
                        + "\"source_documents\":9,\"target_words\":8,\"contents\":7,\"differences\":0,\"rejects\":0,"
                        + "\"repaired\":3,\"checkpoints\":[7,-1],\"offsets\":[3]}")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(Verified.decode(older).rest()).isEmpty();
        assertThat(Verified.decode(older).isEqual()).isFalse();
    }

    @Test
    void notesOfACutOverByAnOlderVersionAreReadAndDoNotSayWhichAliasesMoved() {
        byte[] older = new String(CutoverNotes.begun(REQUEST, AT).encode(), StandardCharsets.UTF_8)
                .replace("\"format\":2", "\"format\":1")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(CutoverNotes.decode(older).aliases()).isEmpty();
    }

    @Test
    void anOutcomeMustAccountForEveryRecord() {
        assertThatThrownBy(() -> new Outcome(0, 10, 20, 3, 2, 1, 0, 0, "n"))
                .hasMessage("3 applied, 2 superseded and 1 rejected are not the 10 records of 10 to 20");
    }

    @Test
    void documentsComeBack() {
        for (Bytes routing : List.of(Bytes.utf8("r 1"), Bytes.EMPTY)) {
            for (Bytes source : List.of(Bytes.utf8("{}"), Bytes.EMPTY)) {
                DocRecord document = new DocRecord(Bytes.utf8("é"), routing, 1L << 50, source);
                assertThat(DocRecord.from(kafka(document.toProducerRecord("docs", 2, ORIGIN)), ORIGIN))
                        .isEqualTo(document);
            }
        }
        DocRecord delete = new DocRecord(Bytes.utf8("gone"), null, (1L << 53) - 1, null);
        assertThat(DocRecord.from(kafka(delete.toProducerRecord("docs", 2, ORIGIN)), ORIGIN))
                .isEqualTo(delete);
    }

    @Test
    void rejectsComeBack() {
        DocRecord document = new DocRecord(Bytes.utf8("1"), null, 1L << 50, Bytes.utf8("{\"a\":1}"));
        Reject reject = new Reject(document, "mapper_parsing_exception", "failed to parse [a] – ü", 77);
        assertThat(Reject.from(kafka(reject.toProducerRecord("rejects", 2)))).isEqualTo(reject);
    }

    @Test
    void whateverLiesInTheRejectsTopicComesBack() {
        DocRecord document = new DocRecord(Bytes.utf8("1"), Bytes.utf8("r"), 1L << 50, Bytes.utf8("{\"a\":1}"));
        List<RejectRecord> all = List.of(
                new Reject(document, "mapper_parsing_exception", "no", Reject.NOT_PUBLISHED),
                new Replacement(document, "pipeline ü"),
                new Replayed(document, 77));
        for (RejectRecord one : all) {
            assertThat(RejectRecord.from(kafka(one.toProducerRecord("rejects", 2))))
                    .isEqualTo(one);
        }
        assertThat(all.getLast().document().source()).isEqualTo(Bytes.EMPTY);
    }

    @Test
    void aRecordWithoutVersionIsRefused() {
        ConsumerRecord<byte[], byte[]> foreign = new ConsumerRecord<>("docs", 2, 9, new byte[] {1}, new byte[] {2});
        assertThatThrownBy(() -> DocRecord.from(foreign, ORIGIN))
                .isInstanceOf(UnknownRecordException.class)
                .hasMessage("record at offset 9 of docs-2 has no version header of 8 bytes");
    }

    private static ConsumerRecord<byte[], byte[]> kafka(ProducerRecord<byte[], byte[]> sent) {
        return new ConsumerRecord<>(
                sent.topic(),
                sent.partition(),
                0,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                sent.key(),
                sent.value(),
                new RecordHeaders(sent.headers()),
                Optional.empty());
    }

    private static byte[] replace(byte[] bytes, String what, String with) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        assertThat(text).contains(what);
        return text.replaceFirst(Pattern.quote(what), with).getBytes(StandardCharsets.UTF_8);
    }
}
