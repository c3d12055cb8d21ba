package io.shardstream.control.adopt;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.version.VersionMode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.target.TargetMark;
import java.util.Optional;

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

    private static RunRefusedException refused(IndexDescription to, String why, String what) {
        return new RunRefusedException(
                "Target index '" + to.name() + "' cannot be adopted: " + why + ". " + what + ". Nothing was changed.");
    }
}
