package io.shardstream.control.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.control.console.view.Bottleneck.Stage;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// What limits a run that has read all that was there at the start, and has written all that it has read.
class FollowedBottleneckTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final MemberView READER = new MemberView("reader", "r", List.of(0, 1), "");
    private static final MemberView WRITER = new MemberView("writer", "w", List.of(0, 1), "");
    private static final List<Long> LANES = List.of(700L, 800L);

    private long nanos;
    private Phase phase = Phase.CATCHING_UP;
    private List<MemberView> members = List.of(READER, WRITER);
    private final ProgressMeter meter = new ProgressMeter(() -> nanos, Duration.ofSeconds(20));
    private final ViewMaker maker =
            new ViewMaker("cities", BacklogLimit.of(1_000_000), Throttle.NONE, () -> NOW, () -> nanos);

    @Test
    void whatIsReadAsFastAsItComesIsInNobodysWay() {
        look(1_000, OptionalLong.of(90));

        assertThat(lookAfter(10, 2_000, OptionalLong.of(110))).isEqualTo(Bottleneck.NONE);
    }

    @Test
    void operationsThatLeaveNoDocumentAreReadAsFastAsTheyAreRead() {
        phase = Phase.BACKFILL;
        look(1_000, 500, OptionalLong.of(90));
        nanos += 10_000_000_000L;

        assertThat(look(2_000, 500, OptionalLong.of(110))).isEqualTo(Bottleneck.NONE);
    }

    @Test
    void readersThatFallBehindTheSourceAreInTheWay() {
        look(1_000, OptionalLong.of(90));

        assertThat(lookAfter(10, 1_010, OptionalLong.of(50_000)))
                .isEqualTo(new Bottleneck(Stage.READ, "", "writers wait for what is read"));
    }

    @Test
    void readersThatDoNotMoveAreInTheWayHoweverLittleIsLeft() {
        look(1_000, OptionalLong.of(3));

        assertThat(lookAfter(10, 1_000, OptionalLong.of(3)).stage()).isEqualTo(Stage.READ);
    }

    @Test
    void thatNobodyReadsIsToldEvenWhileTheSourceRests() {
        members = List.of(WRITER);

        assertThat(look(1_000, OptionalLong.of(0))).isEqualTo(new Bottleneck(Stage.READ, "", "no reader is at work"));
        assertThat(look(1_000, OptionalLong.empty()).sentence()).isEqualTo("no reader is at work");
    }

    @Test
    void aSourceThatDoesNotTellHowFarItIsHidesNoLimit() {
        assertThat(look(1_000, OptionalLong.empty())).isEqualTo(Bottleneck.NONE);
    }

    @Test
    void aCutOverThatHasReadEverythingNeedsNobodyWhoReads() {
        phase = Phase.CUTTING_OVER;
        members = List.of(WRITER);

        assertThat(look(1_000, OptionalLong.of(0))).isEqualTo(Bottleneck.NONE);
    }

    @Test
    void aCopyThatFollowsNobodyNeedsNobodyWhoReads() {
        phase = Phase.BACKFILL;
        members = List.of(WRITER);

        assertThat(look(1_000, OptionalLong.empty())).isEqualTo(Bottleneck.NONE);
    }

    private Bottleneck lookAfter(int seconds, long done, OptionalLong behind) {
        nanos += seconds * 1_000_000_000L;
        return look(done, behind);
    }

    private Bottleneck look(long done, OptionalLong behind) {
        return look(done, done, behind);
    }

    /// @param done the number up to which each shard is read
    /// @param docs documents of each that were read
    private Bottleneck look(long done, long docs, OptionalLong behind) {
        Checkpoint checkpoint = new Checkpoint("docs", "s", "h", 1, done, docs, docs * 100);
        RunState state = new RunState(RunStates.PLAN, Map.of(0, checkpoint, 1, checkpoint), LANES, LANES, 0);
        Observed observed = new Observed(Optional.empty(), members, Map.of(), behind, List.of());
        ControlRecords said = new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
        return maker.next(state, meter.add(state), said, observed).bottleneck();
    }
}
