package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// In which source shards comparisons of the run have found different contents. The control topic has it, so
/// that neither another cut-over nor another controller passes over a document by the luck of another sample.
public final class RememberedDifferences {
    private final ControllerEpoch term;
    private final Equality equality;

    RememberedDifferences(ControllerEpoch term, Equality equality) {
        this.term = term;
        this.equality = equality;
    }

    /// Compares as the method of [Equality] of that name.
    Equality.Verdict checkOnline(Steps steps) throws Exception {
        return within(() -> equality.checkOnline(steps.sleeper()));
    }

    /// Compares as the method of [Equality] of that name.
    Equality.Verdict establish(Steps steps) throws Exception {
        return within(() -> equality.establish(steps.deadline(), steps.sleeper()));
    }

    /// Compares as the method of [Equality] of that name.
    Equality.Verdict check(Steps steps) throws Exception {
        return within(() -> equality.check(steps.deadline(), steps.sleeper()));
    }

    /// Compares by what the control topic has, and writes down what is different since, also where it fails.
    private Equality.Verdict within(Callable<Equality.Verdict> comparison) throws Exception {
        Set<Integer> before = shards(term);
        equality.compareAllOf(before);
        try {
            return comparison.call();
        } finally {
            remember(term, before, equality.different());
        }
    }

    /// Writes down what a comparison has changed; what others have written down meanwhile stays, also what this
    /// overwrites unseen.
    ///
    /// @param before [#shards] when it began
    /// @param after those that it leaves
    public static void remember(ControllerEpoch term, Set<Integer> before, Set<Integer> after) {
        if (!after.equals(before)) {
            // Reads what has come meanwhile.
            Optional<Request> _ = term.request();
            Set<Integer> noted;
            Set<Integer> all = DifferentContents.changed(shards(term), before, after);
            do {
                noted = all;
                all = new TreeSet<>(noted);
                for (byte[] other : term.writeOver(DifferentContents.KEY, DifferentContents.valueOf(noted))) {
                    Set<Integer> found = other == null
                            ? Set.of()
                            : DifferentContents.decode(other).shards();
                    all.addAll(DifferentContents.changed(found, before, after));
                }
            } while (!all.equals(noted));
        }
    }

    /// The source shards of which all documents are to be compared.
    public static Set<Integer> shards(ControllerEpoch term) {
        return term.now().differentContents();
    }

    /// What an operator does where both sides differ, as a sentence.
    static String remedy(Equality equality) {
        Set<Integer> shards = new TreeSet<>(equality.different());
        return shards.isEmpty()
                ? "'verify --repair' mends what can be mended and names the rest."
                : "Other documents may differ, too: from now on 'cutover' and 'verify' compare the contents of all"
                        + " documents of source "
                        + (shards.size() == 1 ? "shard " : "shards ")
                        + shards.stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + ". 'verify --content all --repair' mends what can be mended and names the rest.";
    }
}
