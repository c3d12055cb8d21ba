package io.shardstream.control.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.state.Behind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BehindReportsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static final Progress NOTHING =
            new Progress(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Optional.empty(), Optional.empty());

    private final List<MemberReport> told = new ArrayList<>();
    private final BehindReports reports = new BehindReports("7@host", told::add);

    @Test
    void howFarTheRunIsBehindIsToldEveryFiveSeconds() {
        for (int second = 0; second < 11; second++) {
            reports.tell(NOTHING.withLag(new Behind(second, "")), NOW.plusSeconds(second));
        }

        assertThat(told)
                .extracting(MemberReport::behind)
                .extracting(OptionalLong::getAsLong)
                .containsExactly(0L, 5L, 10L);
        assertThat(told).extracting(MemberReport::part).containsOnly(MemberReport.CONTROL);
    }

    @Test
    void whyItCannotBeReadYetIsToldWithIt() {
        reports.tell(NOTHING.withLag(new Behind(2100, "the source has not settled them")), NOW);

        assertThat(told)
                .singleElement()
                .extracting(MemberReport::limitedBy)
                .isEqualTo("the source has not settled them");
    }

    @Test
    void whatTheSourceDidNotSayIsNotTold() {
        reports.tell(NOTHING, NOW);

        assertThat(told).isEmpty();
    }
}
