package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.index.cluster.MarkedTarget;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.block.KnownRuns;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// By what another run is known to need the source of one.
public class OtherRunsTest {
    private static final OtherRuns.Of OF =
            new OtherRuns.Of("cities", "s", new RunAliases("x", "Shardstream-x-Write-i", "i"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Shardstream-b-Write-j | run 'b' (which copies it into 'other', which has the alias 'Shardstream-b-Write-j')",
                "Shardstream-b-Swap-j-1-1 | run 'b' (which copies it into 'other', which has the alias"
                        + " 'Shardstream-b-Swap-j-1-1')",
                "Shardstream-b | run 'b' (which copies it into 'other', which has the alias 'Shardstream-b')",
                "Shardstream-b-Live | run 'b' (which was cut over to 'other', which has the alias 'Shardstream-b-Live')",
                "Shardstream-x-Write-j | run 'x' (which copies it into 'other', which has the alias 'Shardstream-x-Write-j')"
            })
    void oneWhoseTargetSaysSo(String alias, String words) {
        OtherRuns found = marked(alias, "s");
        assertThat(found.named()).contains(words);
        assertThat(found.noticed())
                .extracting(NoticedDifference::name)
                .containsExactly("other-run:" + alias.split("-", -1)[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "places",
                "Shardstream-x-Write-i",
                "Shardstream-x-Swap-i-1-1",
                "Shardstream-x-Live",
                "Shardstream-b-Returned",
                "Shardstream-b-Done-j",
                "Shardstream-b-Claim-j",
                "Shardstream-b-Block-j-1-1"
            })
    void thisRunAndOneThatIsOverAreNone(String alias) {
        assertThat(marked(alias, "s").named()).isEmpty();
    }

    @Test
    void aCopyOfAnotherIndexIsNone() {
        assertThat(marked("Shardstream-b-Write-j", "another").named()).isEmpty();
        assertThat(marked("Shardstream-b-Write-j", "").named()).isEmpty();
    }

    @Test
    void oneOfTheSameKafkaIsKnownWhereverItsTargetIs() {
        assertThat(told(known("b", Phase.CATCHING_UP, false)).named())
                .contains("run 'b' (which copies it into 'other', and is in catching-up)");
        assertThat(told(known("b", Phase.COMPLETED, false)).named())
                .contains("run 'b' (which was cut over to 'other' and may be rolled back)");
        assertThat(told(known("b", Phase.ABORTED, true)).named()).isEmpty();
        assertThat(told(new KnownRuns.Known("b", plan("b", "another"), Phase.BACKFILL, false))
                        .named())
                .isEmpty();
    }

    /// An alias that it could not take away when it was given up.
    @Test
    void ofOneThatKafkaSaysIsOverAnAliasCountsForNothing() {
        MarkedTarget left = new MarkedTarget("other", Set.of("Shardstream-b-Write-j", "Shardstream-b-Swap-j-2-1"), "s");
        KnownRuns.Seen over = new KnownRuns.Seen(List.of(known("b", Phase.ABORTED, true)), Optional.empty());
        assertThat(OtherRuns.of(OF, List.of(left), Set.of(), over).named()).isEmpty();
    }

    /// It may have another Kafka.
    @Test
    void anotherOfItsNameIsAnother() {
        KnownRuns.Seen over = new KnownRuns.Seen(List.of(known("b", Phase.ABORTED, true)), Optional.empty());
        for (String alias : List.of("Shardstream-b-Write-k", "Shardstream-b-Swap-k-1-1", "Shardstream-b-Live")) {
            MarkedTarget of = new MarkedTarget("third", Set.of(alias), "s");
            assertThat(OtherRuns.of(OF, List.of(of), Set.of(), over).runs()).containsOnlyKeys("b");
        }
    }

    @Test
    void eachIsNamedOnce() {
        MarkedTarget of = new MarkedTarget("other", Set.of("Shardstream-b-Write-j", "Shardstream-a-Live"), "s");
        KnownRuns.Seen seen =
                new KnownRuns.Seen(List.of(known("b", Phase.BACKFILL, false)), Optional.of("run c (no answer)"));
        OtherRuns found = OtherRuns.of(OF, List.of(of), Set.of(), seen);
        assertThat(found.named())
                .contains(
                        "run 'a' (which was cut over to 'other', which has the alias 'Shardstream-a-Live'), run 'b' (which"
                                + " copies it into 'other', and is in backfill)");
        assertThat(found.unseen()).contains("run c (no answer)");
    }

    /// Whoever deletes it takes that run its production, or its copy.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Shardstream-b-Live | run 'b' (which was cut over to it and may be rolled back, by its alias"
                        + " 'Shardstream-b-Live')",
                "Shardstream-x-Live | run 'x' (which was cut over to it and may be rolled back, by its alias"
                        + " 'Shardstream-x-Live')",
                "Shardstream-b-Write-j | run 'b' (which writes to it, by its alias 'Shardstream-b-Write-j')"
            })
    void oneThatHasItAsItsTarget(String alias, String words) {
        assertThat(OtherRuns.of(OF, List.of(), Set.of(alias, "places"), KnownRuns.NONE.others("x"))
                        .named())
                .contains(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"places", "Shardstream-b-Returned", "Shardstream-b-Block-j-1-1", "Shardstream-x-Block-i-1-1"})
    void aMarkOfOneThatIsOverOrThatOnlyBlocksTheSourceIsNone(String alias) {
        assertThat(OtherRuns.of(OF, List.of(), Set.of(alias), KnownRuns.NONE.others("x"))
                        .named())
                .isEmpty();
    }

    @Test
    void oneOfTheSameKafkaThatHasItAsItsTargetIsKnown() {
        for (boolean isOver : List.of(false, true)) {
            KnownRuns.Known run =
                    new KnownRuns.Known("b", plan("b", "r", "s"), isOver ? Phase.ABORTED : Phase.BACKFILL, isOver);
            assertThat(told(run).named())
                    .isEqualTo(
                            isOver
                                    ? Optional.empty()
                                    : Optional.of("run 'b' (which writes to it, and is in backfill)"));
        }
        assertThat(told(new KnownRuns.Known("b", plan("b", "r", "s"), Phase.COMPLETED, false))
                        .named())
                .contains("run 'b' (which was cut over to 'other' and may be rolled back)");
    }

    private static OtherRuns marked(String alias, String source) {
        return OtherRuns.of(
                OF, List.of(new MarkedTarget("other", Set.of(alias), source)), Set.of(), KnownRuns.NONE.others("x"));
    }

    private static OtherRuns told(KnownRuns.Known run) {
        return OtherRuns.of(OF, List.of(), Set.of(), new KnownRuns.Seen(List.of(run), Optional.empty()));
    }

    public static KnownRuns.Known known(String run, Phase phase, boolean isOver) {
        return new KnownRuns.Known(run, plan(run, "s"), phase, isOver);
    }

    private static RunPlan plan(String run, String source) {
        return plan(run, source, "o");
    }

    private static RunPlan plan(String run, String source, String target) {
        return new RunPlan(
                "cities",
                source,
                2,
                "other",
                target,
                new ShardRouting(2, 1024, 1),
                "Shardstream-" + run + "-Write-j",
                "j",
                1000,
                List.of(9L, 4L),
                15);
    }
}
