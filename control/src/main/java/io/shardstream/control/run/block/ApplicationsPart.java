package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.RunAliases;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// What nobody but the applications can do in a switch, as sentences for the operator.
public final class ApplicationsPart {
    /// A write block answers 403, which some take for an event that can never be written
    /// (https://github.com/vectordotdev/vector/issues/19773, https://github.com/elastic/beats/issues/13844).
    private static final String SHIPPERS = " While writes are refused, clients get status 403. Filebeat and Vector drop"
            + " such events and Logstash repeats them: pause the others, or let them buffer.";

    /// The target counts anew, from 0 and in terms from 1, so that an old pair may be that of the document
    /// there.
    private static final String TOKENS = " Clients that write with 'if_seq_no' must read again after the swap: the"
            + " target gives documents numbers of its own, and may take an old number for the right one.";

    /// Which version a delete had is in no answer, and a document that is gone has none in the target.
    private static final String LATE_MESSAGES = " Clients that give versions must send nothing that is older than what"
            + " they sent last: the target does not know which versions the source's deletes of the last minutes"
            + " (index.gc_deletes) had, and brings such a document back.";

    private final Sides sides;

    public ApplicationsPart(Sides sides) {
        this.sides = sides;
    }

    /// What an application has to do when the target takes the source's place, and while writes are refused.
    ///
    /// @param settings of the cut-over
    /// @param versions which the target has
    public String beforeSwap(Settings settings, VersionMode versions) throws ElasticException {
        return ofSwap(settings) + SHIPPERS + TOKENS + (versions == VersionMode.SOURCE ? LATE_MESSAGES : "");
    }

    private String ofSwap(Settings settings) throws ElasticException {
        ReplaceIndex replace = settings.replaceIndex();
        if (settings.onSwap().isPresent()) {
            return "After the swap, cutover.on-swap is called to switch applications. Writes are refused until it"
                    + " has succeeded.";
        }
        if (replace.isWanted()) {
            return "The application keeps its names: the swap deletes index '" + sides.sourceIndex()
                    + "', and makes that name an alias of '" + sides.targetIndex() + "'. "
                    + (replace == ReplaceIndex.WITH_COPY
                            ? "Before that, a copy of the index is made, to which 'rollback' can go back."
                            : "No copy of the index is made, so 'rollback' will not be possible.");
        }
        List<Alias> aliases = sides.productionOfSource();
        String named = aliases.stream().map(alias -> "'" + alias.name() + "'").collect(Collectors.joining(", "));
        if (!sides.oneCluster()) {
            return "Source and target are different clusters: when the swap is done, switch the application to the"
                    + " target cluster, where "
                    + (aliases.isEmpty() ? "index '" + sides.targetIndex() + "'" : "alias " + named)
                    + " is; until then its writes are refused.";
        }
        return aliases.isEmpty()
                ? "Index '" + sides.sourceIndex()
                        + "' has no alias: when the swap is done, switch the application to index '"
                        + sides.targetIndex() + "'; until then its writes are refused."
                : "The application keeps its alias " + named + ".";
    }

    /// What is left to do after the swap; empty where the aliases have moved, or `cutover.on-swap` has seen
    /// to it.
    ///
    /// @param isCalled whether that was called and has succeeded
    /// @param moved the aliases that the swap has moved; empty if nobody has noted them
    /// @param steps that no abort ends
    public Optional<String> afterSwap(boolean isCalled, Optional<List<String>> moved, Steps steps) throws Exception {
        if (isCalled) {
            return Optional.empty();
        }
        String index = sides.targetIndex();
        return soon(index, steps, () -> after(used(sides.target().aliases(index), moved), index, "the target cluster"));
    }

    /// What is left to do after the swap back; empty where the aliases have moved.
    ///
    /// @param moved the aliases that the swap has moved; empty if nobody has noted them
    /// @param steps that no abort ends
    public Optional<String> afterSwapBack(Optional<List<String>> moved, Steps steps) throws Exception {
        String index = sides.sourceIndex();
        return soon(index, steps, () -> after(used(sides.productionOfSource(), moved), index, "the source cluster"));
    }

    /// Those by which the application finds the index, as it did before: another one that the index has, it
    /// may not know of.
    private static List<Alias> used(List<Alias> there, Optional<List<String>> moved) {
        return RunAliases.production(there).stream()
                .filter(alias -> moved.isEmpty() || moved.get().contains(alias.name()))
                .toList();
    }

    private static Optional<String> soon(String index, Steps steps, Callable<Optional<String>> question)
            throws Exception {
        Steps.Asked<Optional<String>> asked = steps.soon(() -> steps.tried(question));
        return asked.answer()
                .orElseGet(() -> Optional.of("Whether the application must be switched could not be seen ("
                        + asked.why() + "): make sure that it uses '" + index + "'."));
    }

    private Optional<String> after(List<Alias> aliases, String index, String cluster) throws ElasticException {
        boolean isOneCluster = sides.oneCluster();
        String there = isOneCluster ? "index '" + index + "'" : cluster;
        return isOneCluster && !aliases.isEmpty()
                ? Optional.empty()
                : Optional.of("Switch the application to " + there + " now: until then its writes are refused.");
    }
}
