package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.run.MappingDelivery.Refused;
import java.util.List;
import java.util.stream.Collectors;

/// What people read of a mapping that is carried.
///
/// @param run its name
/// @param source the index
/// @param target the index
record MappingWords(String run, String source, String target) {
    private static final int MOST_NAMES = 10;

    static MappingWords of(String run, RunPlan plan) {
        return new MappingWords(run, plan.sourceIndex(), plan.targetIndex());
    }

    static String notNow(String why) {
        return "The source's mapping cannot be carried to the target: " + why
                + ". Documents that need a newer one wait; it goes on by itself then.";
    }

    /// Of settings of the source that nobody carries.
    String others(List<String> names) {
        return "Settings of source index '" + source + "' were changed that the target does not follow: " + some(names)
                + ". Change them on the target as well if production needs them there.";
    }

    /// Of limits that are lower in the source.
    String higher(List<String> limits) {
        return "Target index '" + target + "' keeps limits of its mapping that are lower in source index '" + source
                + "', since with them it might take no new fields: " + some(limits)
                + ". Lower them when the run has ended if production needs that, and name them with"
                + " --accept-difference in a cut-over.";
    }

    /// Of settings that somebody has changed in the target.
    String changedThere(List<String> settings) {
        return "Somebody has changed settings of target index '" + target + "' that follow those of source index '"
                + source + "': " + some(settings) + ". They stay so until the source's are changed: set them back if"
                + " production is to have the source's.";
    }

    /// Of parts of the mapping that somebody has changed in the target.
    String mappedOtherwise(List<MappingChange> changes) {
        return "Somebody has changed the mapping of target index '" + target + "' where it follows that of"
                + " source index '" + source + "': " + names(changes)
                + ". It stays so until the source's is changed there: set it back if"
                + " production is to have the source's.";
    }

    /// Of levels of the target that take fields while the run lasts.
    String shut() {
        return "Target index '" + target + "' has 'dynamic: false' again: it adds no fields by itself while run " + run
                + " lasts, and gets what source index '" + source + "' says of new fields when the run ends.";
    }

    /// Of a source that was changed, where whoever runs it wants to be asked first.
    String changed(List<MappingChange> changes) {
        return "The mapping or the settings of source index '" + source + "' have changed while run " + run + " works ("
                + names(changes) + "), and source.on-mapping-change is 'stop'. 'resume' gives target index '" + target
                + "' the same, as far as it takes it, and lets the run go on.";
    }

    String followed(List<MappingChange> changes) {
        return "Target index '" + target + "' has followed the mapping of source index '" + source + "' ("
                + names(changes) + ")";
    }

    /// Of changes that a run does not go on without.
    String refusal(List<Refused> news) {
        return refused(news) + " Documents that have it would be refused there, or not be found by it. Change the"
                + " target so that it takes that. 'resume' tries once more, lets run " + run
                + " go on, and accepts what is refused again.";
    }

    String refused(List<Refused> refused) {
        return "Target index '%s' does not take what source index '%s' has: %s."
                .formatted(
                        target, source, some(refused.stream().map(Refused::text).toList()));
    }

    private static String names(List<MappingChange> changes) {
        return some(changes.stream().map(MappingChange::name).toList());
    }

    private static String some(List<String> all) {
        String some = all.stream().limit(MOST_NAMES).map(Printable::of).collect(Collectors.joining("; "));
        return all.size() > MOST_NAMES ? some + " and " + (all.size() - MOST_NAMES) + " more" : some;
    }
}
