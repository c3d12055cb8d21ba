package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.target.ReleasedMark;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a target must say of itself to be adopted.
final class AdoptionRules {
    private AdoptionRules() {}

    /// The mark of a target that is a copy of this source.
    ///
    /// @throws RunRefusedException if it is not known to be one
    static TargetMark markOf(IndexDescription from, IndexDescription to, VersionMode versions) {
        if (versions != VersionMode.SEQNO) {
            throw refused(
                    to,
                    "with version.mode " + versions.text()
                            + " the versions of documents do not say which states of the source they are",
                    "Name another target index");
        }
        TargetMark mark = TargetMark.in(to.mappings())
                .orElseThrow(() -> refused(
                        to,
                        "it does not say which source it is a copy of (_meta.shardstream of its mapping)",
                        "Name another target index"));
        if (ReleasedMark.isIn(to.mappings())) {
            throw refused(
                    to,
                    "its run is over and clients have used it, or may have: what they deleted from it would come back,"
                            + " and what they wrote to it would stay",
                    "Begin a run with another target index");
        }
        if (!mark.sourceUuid().equals(from.uuid())) {
            throw refused(
                    to,
                    "it is a copy of the index with uuid " + mark.sourceUuid() + ", and source index '" + from.name()
                            + "' has uuid " + from.uuid(),
                    "Name another target index");
        }
        if (mark.versions() != versions) {
            throw refused(
                    to,
                    "it was filled with version.mode " + mark.versions().text() + ", and the run file says "
                            + versions.text(),
                    "Name another target index");
        }
        return mark;
    }

    /// @param known what this Kafka says of a run that has written to the target, if it knows the run
    /// @throws RunRefusedException if that run goes on
    static void requireLost(String run, IndexDescription to, Optional<ControlRecords> known) {
        boolean goesOn = known.filter(records -> records.end(run).isEmpty())
                .flatMap(ControlRecords::plan)
                .filter(plan -> plan.targetUuid().equals(to.uuid()))
                .isPresent();
        if (goesOn) {
            throw refused(
                    to,
                    "run " + run + " writes to it, and its records are in this Kafka",
                    "Continue that run, or give it up with 'abort --run'");
        }
    }

    /// @throws RunRefusedException if the lost run was cut over to the index with these aliases, or was about
    ///     to be, or has ended there, or if clients may have written to it since: what they deleted would be
    ///     published again
    static void requireCopying(String index, OwnAliases aliases) {
        if (aliases.has(AliasKind.LIVE)) {
            throw refused(index, "production has moved to it.");
        }
        if (aliases.has(AliasKind.RETURNED)) {
            throw refused(
                    index,
                    "production was on it and was rolled back, so it may hold what clients wrote. Name another target"
                            + " index.");
        }
        if (aliases.has(AliasKind.DONE)) {
            throw refused(
                    index,
                    "the copy into it is complete (" + quoted(aliases.names()) + "), so applications may use it by its"
                            + " own name, and what they deleted from it would come back. Name another target index. If"
                            + " no client has written to this one, take that alias away first.");
        }
        List<String> unknown = aliases.own().stream()
                .filter(alias -> alias.kind().isEmpty())
                .map(OwnAlias::name)
                .toList();
        if (!unknown.isEmpty()) {
            throw refused(
                    index,
                    "this version does not know what " + quoted(unknown) + " says of it: a newer version has given it,"
                            + " and production may be on it. Give the command with that version, or name another"
                            + " target index.");
        }
        if (aliases.has(AliasKind.SWAP)) {
            throw refused(
                    index,
                    "the lost run was cutting over. Take its token away and lift the block of the source first, as"
                            + " docs/emergency.md says.");
        }
        if (!aliases.others().isEmpty()) {
            throw refused(
                    index,
                    "clients may use it through " + quoted(aliases.others()) + ", and what they deleted from it would"
                            + " come back. Name another target index. If no client has written to this one, take the"
                            + " alias away first.");
        }
        if (aliases.has(AliasKind.BLOCK) && !aliases.has(AliasKind.WRITE)) {
            throw refused(
                    index,
                    "the run that made it has ended, and production may be on it: " + quoted(aliases.names())
                            + " is left, and no alias to write through. Name another target index. If no client has"
                            + " written to this one, take that alias away first.");
        }
    }

    private static String quoted(List<String> names) {
        return names.stream().collect(Collectors.joining("', '", "'", "'"));
    }

    private static RunRefusedException refused(IndexDescription to, String why, String what) {
        return refused(to.name(), why + ". " + what + ".");
    }

    private static RunRefusedException refused(String index, String why) {
        return new RunRefusedException(
                "Target index '" + index + "' cannot be adopted: " + why + " Nothing was changed.");
    }
}
