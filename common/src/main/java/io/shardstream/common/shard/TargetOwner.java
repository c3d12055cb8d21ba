package io.shardstream.common.shard;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPlan;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The run that owns a target. The mark of that is the alias through which it writes, or what a cut-over has
/// put in its place; no two runs have an alias of the same name, and servers look for it with each bulk
/// (`require_alias`).
///
/// @param run the run's name
/// @param id of this run alone, whatever its name
/// @param writeAlias through which everything is written
public record TargetOwner(String run, String id, String writeAlias) {
    /// What a token of an older version has behind its prefix, which did not say the run's id.
    private static final Pattern WITHOUT_ID = Pattern.compile("[0-9]+-[0-9]+");

    /// A run that has no plan yet.
    public static TargetOwner beginning(String run, RunId id) {
        return new TargetOwner(run, id.id(), AliasKind.WRITE.of(run) + id.id());
    }

    /// A run that has one, also one that an older version has planned.
    public static TargetOwner planned(RunPlan plan) {
        String run = OwnAlias.of(plan.writeAlias()).map(OwnAlias::run).orElse("");
        return new TargetOwner(run, plan.id(), plan.writeAlias());
    }

    /// By which it says that it is about to take an index that is there.
    public String claim() {
        return AliasKind.CLAIM.of(run) + id;
    }

    /// What the names of all its aliases look like, for privileges.
    public String allAliases() {
        return isOfOlderVersion() ? writeAlias : AliasKind.PREFIX + run + "-*";
    }

    /// What the name of its write alias looks like, for privileges. The capital letter keeps out the aliases
    /// of a run whose name goes on from this one's.
    public String writeAliases() {
        return isOfOlderVersion() ? writeAlias : AliasKind.WRITE.of(run) + "*";
    }

    /// Those had no id in the name.
    private boolean isOfOlderVersion() {
        return !writeAlias.startsWith(AliasKind.WRITE.of(run));
    }

    /// The sentence that says who else owns an index, to be asked by a run that works with it; empty if
    /// nobody does. A claim does not make an owner.
    ///
    /// @param aliases all of the index
    public Optional<String> rival(String index, Collection<String> aliases) {
        return among(aliases, alias -> alias.isOfOwner() && !isOwn(alias))
                .map(other -> "Target index '" + index + "' belongs to " + name(other) + ", too: it has the alias "
                        + other.name() + ". " + remedy(other));
    }

    private static String remedy(OwnAlias other) {
        return other.is(AliasKind.LIVE)
                ? "That run has moved production to it, and the alias is its way back: leave that, and give this run up"
                        + " with 'abort --run'."
                : "Each of the two runs overwrites and deletes documents of the other. End one of them, and take its"
                        + " alias away from the index.";
    }

    /// The sentence that says why a run that begins cannot have an index; empty if it can. Without an id a
    /// name proves nothing: a run of the same name may have another Kafka.
    ///
    /// @param aliases all of the index
    public Optional<String> obstacle(String index, Collection<String> aliases) {
        Optional<String> owned = among(
                        aliases, alias -> alias.isOfOwner() && !alias.name().equals(writeAlias))
                .map(other -> "Target index '" + index + "' belongs to " + name(other) + ": it has the alias "
                        + other.name() + ". Two runs would overwrite and delete documents of each other. Name another"
                        + " target index. " + advice(aliases));
        if (owned.isPresent() || aliases.contains(writeAlias)) {
            // Whoever claims what is owned withdraws.
            return owned;
        }
        return among(
                        aliases,
                        alias -> alias.is(AliasKind.CLAIM) && !alias.name().equals(claim()))
                .map(other -> "Target index '" + index + "' is being taken by " + name(other)
                        + " at this moment: it has the alias " + other.name() + ". Name another target index. If no"
                        + " process of that run is left, take the alias away and start again.");
    }

    /// Whoever reads it may delete the index, or let a run adopt it, which brings back what clients have
    /// deleted.
    private static String advice(Collection<String> aliases) {
        OwnAliases all = OwnAliases.among(aliases);
        if (all.has(AliasKind.LIVE)) {
            return "Production was moved to it: do not delete it.";
        }
        if (all.has(AliasKind.DONE)) {
            return "The copy into it is complete, and applications may use it by its own name: do not delete it.";
        }
        if (all.has(AliasKind.RETURNED)) {
            return "Production was on it and was rolled back: delete it only if nobody needs what it holds.";
        }
        return all.others().stream()
                .findFirst()
                .map(alias -> "Applications may find this one by its alias '" + alias + "': do not delete it. If"
                        + " that run's Kafka is gone for good, continue with 'run --adopt-target'.")
                .orElse("If that run is over and nobody uses what it holds, delete this one; if its Kafka is gone for"
                        + " good, continue with 'run --adopt-target'.");
    }

    private String name(OwnAlias other) {
        return other.run().equals(run) ? "another run that is called " + run + " as well" : "run " + other.run();
    }

    private static Optional<OwnAlias> among(Collection<String> aliases, Predicate<OwnAlias> wanted) {
        return aliases.stream()
                .sorted()
                .map(OwnAlias::of)
                .flatMap(Optional::stream)
                .filter(wanted)
                .findFirst();
    }

    private boolean isOwn(OwnAlias alias) {
        if (alias.name().equals(writeAlias)) {
            return true;
        }
        return alias.run().equals(run)
                && alias.kind()
                        .filter(kind -> switch (kind) {
                            // They have no id.
                            case LIVE, RETURNED -> true;
                            case SWAP -> isToken(alias.rest());
                            case DONE -> alias.rest().equals(id);
                            case WRITE, CLAIM, BLOCK, ANCHOR, TRIAL -> false;
                        })
                        .isPresent();
    }

    private boolean isToken(String rest) {
        return rest.startsWith(id + "-") || WITHOUT_ID.matcher(rest).matches();
    }
}
