package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.MemberReport.NodeReport;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.pace.Limiter.Kind;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.NodeFigures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PartReportsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Limiter FULL = new Limiter(Kind.OVERLOAD, "n1");
    private static final Limiter THROTTLE = Limiter.of(Kind.THROTTLE);

    private final PartReports reports = new PartReports("writer", "7@host");

    @Test
    void aReportSaysWhoTellsItAndWhen() {
        assertThat(next(Map.of()))
                .isEqualTo(new MemberReport("writer", "7@host", NOW, "", List.of(), OptionalLong.empty()));
    }

    @Test
    void whatWasInTheWayMostOftenSinceTheReportBeforeIsTold() {
        next(Map.of(THROTTLE, 100L, FULL, 1L));

        assertThat(next(Map.of(THROTTLE, 101L, FULL, 9L)).limitedBy()).isEqualTo("node n1: a full queue");
    }

    @Test
    void whereNothingWasSinceThenNothingIsTold() {
        next(Map.of(THROTTLE, 100L));

        assertThat(next(Map.of(THROTTLE, 100L)).limitedBy()).isEmpty();
    }

    @Test
    void aNodeHasItsOwnReasonAndTheMeanTimeOfBulksSinceTheReportBefore() {
        next(Map.of(), figures("n1", 10, 1_000), figures("n2", 0, 0));

        assertThat(next(Map.of(THROTTLE, 5L, FULL, 2L), figures("n1", 12, 1_600), figures("n2", 0, 0))
                        .nodes())
                .containsExactly(
                        new NodeReport("n1", 3, 8, 40, 300, "a full queue"), new NodeReport("n2", 3, 8, 40, 0, ""));
    }

    @Test
    void whereNobodyKnowsTheNodesNoneIsTold() {
        assertThat(next(Map.of(), figures("", 1, 1)).nodes()).isEmpty();
    }

    private MemberReport next(Map<Limiter, Long> held, NodeFigures... nodes) {
        return reports.next(held, List.of(nodes), NOW);
    }

    private static NodeFigures figures(String node, long answered, long millis) {
        return new NodeFigures(node, Map.of(), 0, Map.of(Pressure.OVERLOAD, 40L), 3, 8, answered, millis * 1_000_000);
    }
}
