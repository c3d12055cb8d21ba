package io.shardstream.ittests.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.compare.FaultyCopy.State;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.DifferenceSample;
import io.shardstream.workload.compare.DocumentId;
import io.shardstream.workload.compare.IndexComparison;
import io.shardstream.workload.compare.IndexDifference;
import io.shardstream.workload.compare.RejectedState;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Each fault is put into an otherwise right copy on a real server and must be found and named.
@RealServers
class ComparisonTest {
    private static final int DOCUMENTS = 24;
    private static final DocumentId SEVENTEEN = DocumentId.of("17");
    private static final DocumentId EIGHTEEN = DocumentId.of("18");

    private final FaultyCopy copy = new FaultyCopy(Servers.elasticsearch().url());

    @Test
    void rightCopyIsClean() {
        states();

        ComparisonReport report = compare();

        assertThat(report.isClean()).isTrue();
        assertThat(report.equal()).isEqualTo(DOCUMENTS);
        assertThat(report.source()).isEqualTo(report.target());
        assertThat(report.source().documents()).isEqualTo(DOCUMENTS);
    }

    @Test
    void oneOtherByteIsFound() {
        states().computeIfPresent(SEVENTEEN, (_, state) -> state.withBody("{\"number\":16,\"text\":\"of 17\"}"));

        assertFound(IndexDifference.DIFFERING, SEVENTEEN);
    }

    @Test
    void missingDocumentIsFound() {
        states().remove(SEVENTEEN);

        assertFound(IndexDifference.MISSING, SEVENTEEN);
    }

    @Test
    void extraDocumentIsFound() {
        states().put(DocumentId.of("99"), new State(1L << 50, SampleBodies.of(99)));

        assertFound(IndexDifference.EXTRA, DocumentId.of("99"));
    }

    @Test
    void exchangedBodiesAreFound() {
        Map<DocumentId, State> states = states();
        State seventeen = Objects.requireNonNull(states.get(SEVENTEEN));
        State eighteen = Objects.requireNonNull(states.get(EIGHTEEN));
        states.put(SEVENTEEN, new State(seventeen.version(), eighteen.body()));
        states.put(EIGHTEEN, new State(eighteen.version(), seventeen.body()));

        assertFound(IndexDifference.DIFFERING, SEVENTEEN, EIGHTEEN);
    }

    @Test
    void olderVersionIsFound() {
        states().computeIfPresent(SEVENTEEN, (_, state) -> state.withVersion(state.version() - 1));

        assertFound(IndexDifference.STALE, SEVENTEEN);
    }

    @Test
    void newerVersionIsFound() {
        states().computeIfPresent(SEVENTEEN, (_, state) -> state.withVersion(state.version() + 1));

        assertFound(IndexDifference.DIFFERING, SEVENTEEN);
    }

    @Test
    void lostRoutingIsFoundFromBothSides() {
        copy.with("routed", "here", "{}");
        Map<DocumentId, State> states = states();
        State routed = Objects.requireNonNull(states.remove(new DocumentId("routed", "here")));
        states.put(DocumentId.of("routed"), routed);
        copy.write();

        ComparisonReport report = compareOnly();

        assertThat(report.samples(IndexDifference.MISSING))
                .extracting(DifferenceSample::document)
                .containsExactly(new DocumentId("routed", "here"));
        assertThat(report.samples(IndexDifference.EXTRA))
                .extracting(DifferenceSample::document)
                .containsExactly(DocumentId.of("routed"));
    }

    @Test
    void rejectedStateIsSubtractedAndCountedButNoOtherState() {
        Map<DocumentId, State> states = states();
        State seventeen = Objects.requireNonNull(states.remove(SEVENTEEN));
        State eighteen = Objects.requireNonNull(states.remove(EIGHTEEN));
        copy.write();

        ComparisonReport report = IndexComparison.of(
                copy.source(),
                copy.target(),
                Set.of(
                        new RejectedState(SEVENTEEN, seventeen.version()),
                        new RejectedState(EIGHTEEN, eighteen.version() - 1)),
                10);

        assertThat(report.rejected()).isEqualTo(1);
        assertThat(report.samples(IndexDifference.MISSING))
                .extracting(DifferenceSample::document)
                .containsExactly(EIGHTEEN);
    }

    @Test
    void bodiesThatAreNotStrictJsonAreComparedByteForByte() {
        copy.with("comment", null, "{\"a\":1 /* one */}").with("spaces", null, "  {\"a\": 1e400 } ");
        copy.with("trailing", null, "{\"a\":1} // end");
        Map<DocumentId, State> states = states();
        states.computeIfPresent(DocumentId.of("trailing"), (_, state) -> state.withBody("{\"a\":1}"));
        copy.write();

        ComparisonReport report = compareOnly();

        assertThat(report.equal()).isEqualTo(DOCUMENTS + 2);
        assertThat(report.samples(IndexDifference.DIFFERING))
                .extracting(DifferenceSample::document)
                .containsExactly(DocumentId.of("trailing"));
    }

    @Test
    void onlySourcesWithNewlinesMayBeReformatted() {
        copy.with("lines", null, "{\n \"a\": 1, // one\n \"b\": \"x  y\"\n}").with("line", null, "{ \"a\": 1 }");
        Map<DocumentId, State> states = states();
        states.computeIfPresent(DocumentId.of("lines"), (_, state) -> state.withBody("{\"a\":1,\"b\":\"x  y\"}"));
        states.computeIfPresent(DocumentId.of("line"), (_, state) -> state.withBody("{\"a\":1}"));
        copy.write();

        ComparisonReport report = compareOnly();

        assertThat(report.reformatted()).isEqualTo(1);
        assertThat(report.samples(IndexDifference.DIFFERING))
                .extracting(DifferenceSample::document)
                .containsExactly(DocumentId.of("line"));
    }

    @Test
    void hardIdsAndLargeBodiesAreCompared() {
        String large = "{\"a\":\"" + "0123456789abcdef".repeat(3 << 16) + "\"}";
        copy.with("\uD83D\uDE00".repeat(128), "\"r\" /?&\\", "{}").with("../\u0007\"é", null, "{}");
        for (int i = 0; i < 15; i++) {
            copy.with("large" + i, null, large);
        }
        states();

        ComparisonReport report = compare();

        assertThat(report.isClean()).isTrue();
        assertThat(report.equal()).isEqualTo(DOCUMENTS + 17);
    }

    private Map<DocumentId, State> states() {
        for (int i = 0; i < DOCUMENTS; i++) {
            copy.with("" + i, null, SampleBodies.of(i));
        }
        return copy.states();
    }

    private void assertFound(IndexDifference kind, DocumentId... documents) {
        ComparisonReport report = compare();

        assertThat(report.samples(kind)).extracting(DifferenceSample::document).containsExactlyInAnyOrder(documents);
        assertThat(report.differences()).containsExactly(Map.entry(kind, (long) documents.length));
    }

    private ComparisonReport compare() {
        copy.write();
        return compareOnly();
    }

    private ComparisonReport compareOnly() {
        return IndexComparison.of(copy.source(), copy.target(), Set.of(), 10);
    }
}
