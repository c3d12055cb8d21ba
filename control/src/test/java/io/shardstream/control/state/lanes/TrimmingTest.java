package io.shardstream.control.state.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrimmingTest {
    private static final Optional<Verified> NONE = Optional.empty();

    private final List<List<Long>> deleted = new ArrayList<>();
    private List<Long> written = List.of(7L, 9L);
    private final List<Integer> asked = new ArrayList<>();
    private final Map<Integer, List<Long>> noted = new HashMap<>();
    private boolean mayNote = true;
    private int notes;
    private boolean isAway;
    private Set<Integer> leaderless = Set.of();
    private @Nullable KafkaException shorteningFails;
    private int shortened;
    private @Nullable KafkaException lengtheningFails;
    private int lengthened;
    private Trim may = Trim.WRITTEN;
    private Instant now = Instant.EPOCH;

    @Test
    void nothingIsTakenAwayUnlessItIsAllowed() {
        look(Trim.NEVER, verified(5, 5));

        assertThat(deleted).isEmpty();
    }

    @Test
    void whatIsWrittenIsTakenAway() {
        look(Trim.WRITTEN, NONE);

        assertThat(deleted).containsExactly(List.of(7L, 9L));
    }

    @Test
    void segmentsThatKafkaDoesNotLetShortenAreLeftAsTheyAre() {
        shorteningFails = new PolicyViolationException("no");
        Trimming trimming = trimming(Trim.WRITTEN);
        trimming.trimIfDue(() -> NONE, this::note);
        now = now.plusSeconds(100);
        written = List.of(8L, 9L);
        trimming.trimIfDue(() -> NONE, this::note);

        assertThat(shortened).isEqualTo(1);
        assertThat(deleted).hasSize(2);
        look(Trim.VERIFIED, verified(8, 4));
        assertThat(shortened).isEqualTo(1);
    }

    @Test
    void segmentsAreShortenedOnceButTriedEachMinuteUntilKafkaAnswers() {
        Trimming trimming = trimming(Trim.WRITTEN);
        shorteningFails = new UnknownTopicOrPartitionException("not here");
        trimming.trimIfDue(() -> NONE, this::note);
        now = now.plusSeconds(30);
        trimming.trimIfDue(() -> NONE, this::note);
        assertThat(shortened).isEqualTo(1);
        shorteningFails = new TimeoutException("no answer");
        now = now.plusSeconds(30);
        trimming.trimIfDue(() -> NONE, this::note);
        assertThat(shortened).isEqualTo(2);
        shorteningFails = null;
        for (int minute = 0; minute < 3; minute++) {
            now = now.plusSeconds(60);
            trimming.trimIfDue(() -> NONE, this::note);
        }

        assertThat(shortened).isEqualTo(3);
    }

    /// Somebody has changed the target's settings, or the run file, or the target does not tell any more.
    @ParameterizedTest
    @EnumSource(names = {"VERIFIED", "NEVER"})
    void segmentsAreMadeLongerWhereNothingGoesAnyMoreAsSoonAsItIsWritten(Trim since) {
        Trimming trimming = trimming(() -> may);
        for (int i = 0; i < 2; i++) {
            may = Trim.WRITTEN;
            minutes(trimming, 30);
            assertThat(shortened).isEqualTo(i + 1);
            may = since;
            minutes(trimming, 9);
            assertThat(lengthened).as("times, though it may be told soon again").isEqualTo(i);
            minutes(trimming, 30);
            assertThat(lengthened).isEqualTo(i + 1);
        }
    }

    /// The process before may have shortened them.
    @Test
    void aProcessThatFindsNothingToTrimMakesSegmentsLongerToo() {
        may = Trim.NEVER;
        lengtheningFails = new TimeoutException("no answer");
        Trimming trimming = trimming(() -> may);
        minutes(trimming, 12);
        assertThat(lengthened).isEqualTo(2);
        lengtheningFails = new PolicyViolationException("no");
        minutes(trimming, 30);
        assertThat(lengthened).isEqualTo(3);
    }

    @Test
    void aTargetThatDoesNotTellForAWhileChangesNoSegments() {
        Trimming trimming = trimming(() -> may);
        for (int i = 0; i < 5; i++) {
            may = Trim.WRITTEN;
            minutes(trimming, 5);
            may = Trim.NEVER;
            minutes(trimming, 9);
        }
        assertThat(shortened).isEqualTo(1);
        assertThat(lengthened).isZero();
    }

    private void minutes(Trimming trimming, int minutes) {
        for (int i = 0; i < minutes; i++) {
            now = now.plusSeconds(60);
            trimming.trimIfDue(() -> NONE, this::note);
        }
    }

    @Test
    void whatIsVerifiedIsTakenAwayAsFarAsItIsWritten() {
        look(Trim.VERIFIED, verified(8, 4));

        assertThat(deleted).containsExactly(List.of(7L, 4L));
    }

    @Test
    void nothingIsTakenAwayBeforeAVerificationFindsNoDifference() {
        look(Trim.VERIFIED, NONE);
        look(Trim.VERIFIED, verified());

        assertThat(deleted).isEmpty();
    }

    @Test
    void kafkaIsToldOnceAMinuteAndOnlyWhatIsNew() {
        Trimming trimming = trimming(Trim.WRITTEN);
        for (int second = 0; second < 125; second++) {
            trimming.trimIfDue(() -> NONE, this::note);
            written = List.of(7L, second < 6 ? 9L : 10L);
            now = now.plusSeconds(1);
        }

        assertThat(deleted).containsExactly(List.of(7L, 9L), List.of(0L, 10L));
    }

    @Test
    void ofManyLanesKafkaIsAskedAboutSomeAtATimeUntilEachHasHadItsTurn() {
        written = Collections.nCopies(100, 5L);
        Trimming trimming = trimming(Trim.WRITTEN);
        for (int look = 0; look < 4; look++) {
            int before = asked.size();
            trimming.trimIfDue(() -> NONE, this::note);
            assertThat(asked.size() - before).isBetween(1, 32);
            now = now.plusSeconds(5);
        }

        assertThat(asked)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        now = now.plusSeconds(60);
        trimming.trimIfDue(() -> NONE, this::note);
        assertThat(asked).as("none has moved since").hasSize(100);
    }

    @Test
    void lanesThatMoveAllTheTimeDoNotKeepOthersFromTheirTurn() {
        Trimming trimming = trimming(Trim.WRITTEN);
        for (int look = 1; look <= 4; look++) {
            written = Collections.nCopies(100, 5L * look);
            trimming.trimIfDue(() -> NONE, this::note);
            now = now.plusSeconds(5);
        }

        assertThat(asked).contains(0, 50, 99).hasSize(100);
    }

    @Test
    void aKafkaThatDoesNotAnswerIsAskedAgainAMinuteLater() {
        Trimming trimming = trimming(Trim.WRITTEN);
        isAway = true;
        trimming.trimIfDue(() -> NONE, this::note);
        isAway = false;
        now = now.plusSeconds(59);
        trimming.trimIfDue(() -> NONE, this::note);
        assertThat(deleted).isEmpty();

        now = now.plus(Duration.ofSeconds(1));
        trimming.trimIfDue(() -> NONE, this::note);
        assertThat(deleted).hasSize(1);
    }

    /// The broker that leads them is away.
    @Test
    void lanesWithoutALeaderDoNotKeepTheOthersFromBeingTrimmed() {
        written = Collections.nCopies(40, 5L);
        leaderless = Set.of(3, 4, 39);
        Trimming trimming = trimming(Trim.WRITTEN);
        for (int minute = 0; minute < 60; minute++) {
            trimming.trimIfDue(() -> NONE, this::note);
            now = now.plusSeconds(60);
        }
        assertThat(trimmed())
                .containsExactlyElementsOf(IntStream.range(0, 39)
                        .filter(lane -> lane != 3 && lane != 4)
                        .boxed()
                        .toList());

        leaderless = Set.of();
        for (int minute = 0; minute < 4; minute++) {
            trimming.trimIfDue(() -> NONE, this::note);
            now = now.plusSeconds(60);
        }
        assertThat(trimmed()).hasSize(40);
    }

    private Set<Integer> trimmed() {
        Set<Integer> trimmed = new TreeSet<>();
        for (List<Long> offsets : deleted) {
            IntStream.range(0, offsets.size())
                    .filter(lane -> offsets.get(lane) > 0)
                    .forEach(trimmed::add);
        }
        return trimmed;
    }

    @Test
    void whatIsTakenAwayIsNotedBefore() {
        written = new ArrayList<>(Collections.nCopies(40, 0L));
        written.set(1, 7L);
        written.set(33, 9L);
        Trimming trimming = trimming(Trim.WRITTEN);
        trimming.trimIfDue(() -> NONE, this::note);
        assertThat(noted).hasSize(1).containsEntry(0, written.subList(0, 32));
        now = now.plusSeconds(5);
        trimming.trimIfDue(() -> NONE, this::note);

        assertThat(noted).containsEntry(32, written.subList(32, 40));
        assertThat(deleted).hasSize(2);
    }

    @Test
    void whatCannotBeNotedIsNotTakenAway() {
        mayNote = false;
        assertThatThrownBy(() -> look(Trim.WRITTEN, NONE)).isInstanceOf(KafkaException.class);

        assertThat(deleted).isEmpty();
    }

    private void note(int first, List<Long> offsets) {
        if (!mayNote) {
            throw new KafkaException("another controller has taken over");
        }
        notes++;
        assertThat(deleted).as("nothing of it is gone yet").hasSize(notes - 1);
        noted.put(first, offsets);
    }

    private void look(Trim allowed, Optional<Verified> verified) {
        trimming(allowed).trimIfDue(() -> verified, this::note);
    }

    private Trimming trimming(Trim allowed) {
        return trimming(() -> allowed);
    }

    private Trimming trimming(Supplier<Trim> allowed) {
        LaneStarts lanes = new LaneStarts() {
            @Override
            public List<Long> written(Wanted wanted) {
                if (isAway) {
                    throw new TimeoutException("away");
                }
                List<Long> whole = new ArrayList<>();
                boolean isSilent = false;
                for (int lane = 0; lane < written.size(); lane++) {
                    boolean isAsked = wanted.is(lane, written.get(lane));
                    if (isAsked) {
                        asked.add(lane);
                    }
                    whole.add(isAsked ? written.get(lane) : 0L);
                    isSilent |= isAsked && leaderless.contains(lane);
                }
                if (isSilent) {
                    throw new TimeoutException("a lane has no leader");
                }
                return whole;
            }

            @Override
            public void shortenSegments() {
                shortened++;
                if (shorteningFails != null) {
                    throw shorteningFails;
                }
            }

            @Override
            public void lengthenSegments() {
                lengthened++;
                if (lengtheningFails != null) {
                    throw lengtheningFails;
                }
            }

            @Override
            public void deleteBelow(List<Long> offsets) {
                deleted.add(offsets);
            }
        };
        return new Trimming(allowed, lanes, () -> now);
    }

    private static Optional<Verified> verified(long... offsets) {
        List<Long> all = Arrays.stream(offsets).boxed().toList();
        return Optional.of(new Verified(
                "docs", Instant.EPOCH, false, List.of(9L), all, 1, 1, 1, 0, 0, 0, Optional.of(Verified.Rest.NONE)));
    }
}
