package io.shardstream.common.shard;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An alias that a run has given its source or its target. The name of a run has no capital letter.
///
/// @param name the alias
/// @param run the name of the run
/// @param kind what it is for; empty of a kind that this version does not know
/// @param rest what makes it unique, as the run's id; empty where nothing does
public record OwnAlias(String name, String run, Optional<AliasKind> kind, String rest) {
    private static final Pattern OURS =
            Pattern.compile(Pattern.quote(AliasKind.PREFIX) + "([a-z0-9-]+?)(?:-([A-Z][a-z]+)(?:-(.*))?)?");
    private static final int RUN = 1;
    private static final int KIND = 2;
    private static final int REST = 3;

    /// Empty if no run has given an alias of that name.
    public static Optional<OwnAlias> of(String name) {
        Matcher match = OURS.matcher(name);
        if (!match.matches()) {
            return Optional.empty();
        }
        String word = match.group(KIND);
        String rest = match.group(REST);
        // Older versions wrote through an alias without a word.
        Optional<AliasKind> kind = word == null
                ? Optional.of(AliasKind.WRITE)
                : Arrays.stream(AliasKind.values())
                        .filter(known -> known.word().equals(word))
                        .findFirst();
        return Optional.of(new OwnAlias(name, match.group(RUN), kind, rest == null ? "" : rest));
    }

    /// The alias by which a run owns an index; empty where it has none.
    ///
    /// @param run the name of the run
    /// @param aliases all of the index
    public static Optional<String> ofOwner(String run, Stream<String> aliases) {
        return first(run, aliases, AliasKind::isOfOwner);
    }

    /// The same of a run that goes on; empty where it has none, as of an index that production has been moved
    /// to.
    ///
    /// @param run the name of the run
    /// @param aliases all of the index
    public static Optional<String> ofRunUnderWay(String run, Stream<String> aliases) {
        return first(run, aliases, AliasKind::isOfRunUnderWay);
    }

    private static Optional<String> first(String run, Stream<String> aliases, Predicate<AliasKind> isWanted) {
        return aliases.map(OwnAlias::of)
                .flatMap(Optional::stream)
                .filter(alias ->
                        alias.run().equals(run) && alias.kind().filter(isWanted).isPresent())
                .map(OwnAlias::name)
                .sorted()
                .findFirst();
    }

    public boolean is(AliasKind wanted) {
        return kind.equals(Optional.of(wanted));
    }

    /// Whether whoever gave it owns the index: the run writes to it, or its cut-over has moved or is moving
    /// production there.
    public boolean isOfOwner() {
        return kind.filter(AliasKind::isOfOwner).isPresent();
    }
}
