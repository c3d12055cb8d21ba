package io.shardstream.control.adopt;

import io.shardstream.common.primary.AliasKind;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The aliases of an index that runs of any name have given it, see
/// [io.shardstream.control.cutover.RunAliases]. The name of a run has no capital letter.
final class OwnAliases {
    private static final Pattern OURS =
            Pattern.compile(Pattern.quote(AliasKind.PREFIX) + "([a-z0-9-]+?)(?:-([A-Z][a-z]+)(?:-.*)?)?");
    private static final int RUN = 1;
    private static final int KIND = 2;

    private static final String WRITE = "Write";

    private final List<String> names;
    private final List<String> others;

    /// @param aliases all of an index
    OwnAliases(Collection<String> aliases) {
        names = aliases.stream()
                .filter(name -> OURS.matcher(name).matches())
                .sorted()
                .toList();
        others = aliases.stream().filter(name -> !names.contains(name)).sorted().toList();
    }

    List<String> names() {
        return names;
    }

    /// The runs that gave them.
    Set<String> runs() {
        return names.stream()
                .map(OURS::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(RUN))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean has(AliasKind kind) {
        return names.stream()
                .map(OURS::matcher)
                .anyMatch(match -> match.matches() && kind.word().equals(match.group(KIND)));
    }

    /// Whether a run has an alias through which it writes, which has no word of its kind unless the target was adopted.
    private boolean isWrittenToByRun() {
        return names.stream()
                .map(OURS::matcher)
                .anyMatch(match -> match.matches() && (match.group(KIND) == null || WRITE.equals(match.group(KIND))));
    }

    /// @throws RunRefusedException if the lost run was cut over to the index with these aliases, or was about to be, or
    ///     if clients may have written to it since: what they deleted would be published again
    void requireCopying(String index) {
        if (has(AliasKind.LIVE)) {
            throw new RunRefusedException("Target index '" + index + "' cannot be adopted: production has moved to it."
                    + " Nothing was changed.");
        }
        if (has(AliasKind.RETURNED)) {
            throw new RunRefusedException("Target index '" + index + "' cannot be adopted: production was on it and was"
                    + " rolled back, so it may hold what clients wrote. Name another target index. Nothing was"
                    + " changed.");
        }
        if (has(AliasKind.SWAP)) {
            throw new RunRefusedException("Target index '" + index + "' cannot be adopted: the lost run was cutting"
                    + " over. Take its token away and lift the block of the source first, as docs/emergency.md says."
                    + " Nothing was changed.");
        }
        if (!others.isEmpty()) {
            throw new RunRefusedException("Target index '" + index + "' cannot be adopted: clients may use it through "
                    + quoted(others) + ", and what they deleted from it would come back. Name another target index. If"
                    + " no client has written to this one, take the alias away first. Nothing was changed.");
        }
        if (hasBlock() && !isWrittenToByRun()) {
            throw new RunRefusedException("Target index '" + index + "' cannot be adopted: the run that made it has"
                    + " ended, and production may be on it: " + quoted(names) + " is left, and no alias to write"
                    + " through. Name another target index. If no client has written to this one, take that alias away"
                    + " first. Nothing was changed.");
        }
    }

    private static String quoted(List<String> names) {
        return names.stream().collect(Collectors.joining("', '", "'", "'"));
    }

    /// Whether a run has set or lifted the write block of the index with these aliases.
    boolean hasBlock() {
        return has(AliasKind.BLOCK);
    }
}
