package io.shardstream.control.cutover;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The names of a run's own aliases of its target. They have capital letters, which no index may have, so
/// that nothing can create an index of such a name.
///
/// @param run the run's name
/// @param write the alias through which everything is written
public record RunAliases(String run, String write) {
    private static final String OURS = "Shardstream-";

    String live() {
        return OURS + run + "-Live";
    }

    String returned() {
        return OURS + run + "-Returned";
    }

    /// Unique, so that a swap call that waits somewhere finds its token gone for ever.
    ///
    /// @param epoch of the controller that makes it
    /// @param number counts the tokens of that controller, over all its requests
    String token(long epoch, int number) {
        return tokens() + epoch + "-" + number;
    }

    private String tokens() {
        return OURS + run + "-Swap-";
    }

    /// An alias of an index, through which one attempt sets or lifts its write block. Unique, too.
    String block(long epoch, int number) {
        return blocks() + epoch + "-" + number;
    }

    /// The aliases of that kind among these.
    List<String> blocks(List<Alias> aliases) {
        return aliases.stream()
                .map(Alias::name)
                .filter(name -> name.startsWith(blocks()))
                .toList();
    }

    /// Whether a controller later than that of the epoch made one of these, which so has been deposed.
    ///
    /// @param blocks names that [#blocks(List)] gave
    boolean areOfLaterThan(long epoch, List<String> blocks) {
        return blocks.stream()
                .map(name -> name.substring(blocks().length()))
                .anyMatch(rest -> Long.parseLong(rest.substring(0, rest.indexOf('-'))) > epoch);
    }

    private String blocks() {
        return OURS + run + "-Block-";
    }

    /// @param aliases of the target
    Place placeOf(List<Alias> aliases) {
        return placeOf(aliases.stream().map(Alias::name).collect(Collectors.toSet()));
    }

    /// Whether an index has an alias by which it is this run's target: the write alias, or what stands in its place.
    ///
    /// @param names of all its aliases
    public boolean isTarget(Set<String> names) {
        return !(placeOf(names) instanceof Place.Unmarked);
    }

    private Place placeOf(Set<String> names) {
        if (names.contains(live())) {
            return new Place.Live();
        }
        for (String name : names) {
            if (name.startsWith(tokens())) {
                return new Place.Fenced(name);
            }
        }
        if (names.contains(write)) {
            return new Place.Open();
        }
        return names.contains(returned()) ? new Place.Returned() : new Place.Unmarked();
    }

    /// Those through which clients find an index.
    static List<Alias> production(List<Alias> aliases) {
        return aliases.stream().filter(alias -> !alias.name().startsWith(OURS)).toList();
    }
}
