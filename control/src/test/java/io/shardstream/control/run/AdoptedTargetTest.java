package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// A target that does not become equal is compared again and again, and takes less and less of the servers'
/// time.
class AdoptedTargetTest {
    private final MemoryRun run = new MemoryRun(1, 1);
    private final MemoryTopic topic = new MemoryTopic();
    private final List<Instant> tries = new ArrayList<>();
    private Duration took = Duration.ZERO;
    private boolean mayBegin = true;
    private final AdoptedTarget adopted = new AdoptedTarget(
            () -> {
                tries.add(run.instant());
                run.pass(took);
                throw new ElasticException.Malformed("it differs still");
            },
            () -> new SourceTerms(List.of()),
            () -> mayBegin,
            run);

    AdoptedTargetTest() {
        topic.say(RunPlan.KEY, run.compared().plan().encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 1, "").encode());
    }

    @Test
    void aTargetThatWasNotAdoptedIsNotCompared() throws Exception {
        assertThat(adopted.isEqual(ControllerEpoch.begin(topic.journal(), "test", run)))
                .isTrue();
        assertThat(tries).isEmpty();
    }

    @Test
    void eachPauseIsLongerUpToABound() throws Exception {
        assertThat(pausesWhileTriesTake(Duration.ZERO, 1300))
                .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 320L, 320L);
    }

    @Test
    void inTheEndItTakesATenthOfTheTime() throws Exception {
        List<Long> pauses = pausesWhileTriesTake(Duration.ofSeconds(100), 9000);
        assertThat(pauses.subList(0, 4)).containsExactly(10L, 100L, 200L, 300L);
        assertThat(pauses.getLast()).isEqualTo(900);
    }

    @Test
    void itDoesNotBeginWhereTheLimitsLetNoScanBegin() throws Exception {
        mayBegin = false;
        assertThat(pausesWhileTriesTake(Duration.ZERO, 100)).isEmpty();
        assertThat(tries).isEmpty();
    }

    @Test
    void aDocumentThatMayNotBeReadIsNotTakenForAClients() {
        run.source(0).index("large", "{\"n\":\"" + "x".repeat(100) + "\"}");
        run.copy();
        run.source(0).readUpTo(50);
        run.target(0).readUpTo(50);
        topic.say(Adopted.KEY, Adopted.begun(Instant.EPOCH, 5).encode());
        AdoptedTarget compared = new AdoptedTarget(
                () -> new Verification(run.compared(), Set.of(0), run, run.sleeper(), 100, new Random(1)),
                () -> new SourceTerms(List.of()),
                () -> true,
                run);

        assertThatThrownBy(() -> compared.isEqual(ControllerEpoch.begin(topic.journal(), "test", run)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("1 document with more than 'docs.max-document'")
                .hasMessageContaining("large");
    }

    /// Somebody overwrites it again and again; then nobody does, and the sample does not have it.
    @Test
    void aDocumentWithOtherBytesIsNotPassedOverByTheNextSample() throws Exception {
        int documents = 2500;
        for (int document = 0; document < documents; document++) {
            run.source(0).index("d" + document, "{}");
        }
        run.copy();
        ScannedCopy source = run.source(0).locate();
        List<Long> next = source.drawn(-1, documents - 1L, 1000, 1);
        long wrong = source.drawn(-1, documents - 1L, 1000, 0).stream()
                .filter(number -> !next.contains(number))
                .findFirst()
                .orElseThrow();
        topic.say(Adopted.KEY, Adopted.begun(Instant.EPOCH, 5).encode());
        boolean[] isOverwritten = {true};
        AdoptedTarget compared = new AdoptedTarget(
                () -> new Verification(
                                run.compared(),
                                Set.of(),
                                run,
                                run.sleeper(),
                                1_000_000,
                                new OneSeed(isOverwritten[0] ? 0 : 1))
                        .beforeEachPass(() -> {
                            if (isOverwritten[0]) {
                                run.target(0).write("d" + wrong, null, run.word(0, wrong), "{\"other\":1}");
                            }
                        }),
                () -> new SourceTerms(List.of()),
                () -> true,
                run);
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "test", run);

        assertThat(compared.isEqual(term)).isFalse();
        assertThat(topic.said().of(DifferentContents.KEY, DifferentContents::decode))
                .contains(new DifferentContents(Set.of(0)));
        isOverwritten[0] = false;
        run.target(0).write("d" + wrong, null, run.word(0, wrong), "{\"other\":1}");
        run.pass(Duration.ofMinutes(10));
        assertThat(compared.isEqual(term)).isTrue();
        assertThat(run.copied()).containsEntry("d" + wrong, "{}");
        assertThat(topic.said().of(DifferentContents.KEY, DifferentContents::decode))
                .isEmpty();
    }

    /// As where the writers do not come to an end in time; what a `verify` has found meanwhile is kept.
    @Test
    void whatATryHasFoundThatFailsIsNotForgotten() throws Exception {
        run.source(0).index("d", "{}");
        run.copy();
        run.target(0).write("d", null, run.word(0, 0), "{\"other\":1}");
        topic.say(Adopted.KEY, Adopted.begun(Instant.EPOCH, 5).encode());
        AtomicInteger passes = new AtomicInteger();
        AdoptedTarget compared = new AdoptedTarget(
                () -> new Verification(run.compared(), Set.of(), run, run.sleeper(), 1_000_000, new Random(1))
                        .beforeEachPass(() -> {
                            if (passes.incrementAndGet() == 2) {
                                topic.say(DifferentContents.KEY, new DifferentContents(Set.of(1)).encode());
                                throw new TimeoutException("no answer");
                            }
                        }),
                () -> new SourceTerms(List.of()),
                () -> true,
                run);

        assertThat(compared.isEqual(ControllerEpoch.begin(topic.journal(), "test", run)))
                .isFalse();
        assertThat(topic.said().of(DifferentContents.KEY, DifferentContents::decode))
                .contains(new DifferentContents(Set.of(0, 1)));
    }

    private static final class OneSeed extends Random {
        private static final long serialVersionUID = 1L;

        private final long seed;

        OneSeed(long seed) {
            this.seed = seed;
        }

        @Override
        public long nextLong() {
            return seed;
        }
    }

    /// @return seconds from the end of one try to the begin of the next
    private List<Long> pausesWhileTriesTake(Duration each, int seconds) throws Exception {
        took = each;
        topic.say(Adopted.KEY, Adopted.begun(Instant.EPOCH, 5).encode());
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "test", run);
        Instant end = run.instant().plusSeconds(seconds);
        while (run.instant().isBefore(end)) {
            assertThat(adopted.isEqual(term)).isFalse();
            run.pass(Duration.ofSeconds(1));
        }
        List<Long> pauses = new ArrayList<>();
        for (int next = 1; next < tries.size(); next++) {
            pauses.add(Duration.between(tries.get(next - 1).plus(each), tries.get(next))
                    .toSeconds());
        }
        return pauses;
    }
}
