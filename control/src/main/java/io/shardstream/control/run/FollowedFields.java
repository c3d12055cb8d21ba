package io.shardstream.control.run;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.VersionedDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What of the source's mapping the target goes on without: what it does not take, and what somebody has
/// changed there.
final class FollowedFields {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedFields.class);

    /// The source as it was when the target was last found, or made, to have what it has; empty if this
    /// controller has not seen that.
    private Optional<VersionedDefinition> carried = Optional.empty();

    /// By name, what the target has refused, and what the run could not be stopped for yet.
    private Map<String, MappingDelivery.Refused> refused = Map.of();

    /// Another controller may have carried something since.
    void forget() {
        carried = Optional.empty();
        refused = Map.of();
    }

    /// Until the next try. A run that was stopped for it asks for all of it again, as somebody may have
    /// mended the target.
    void refused(List<MappingDelivery.Refused> changes) {
        refused = changes.stream().collect(Collectors.toMap(one -> one.change().name(), one -> one));
    }

    /// Why the target has refused it before, if the source has there what it had then; empty if it has not.
    Optional<String> refusal(CarriedMapping known, MappingChange change) {
        MappingDelivery.Refused before = refused.get(change.name());
        if (before != null && before.change().digest().equals(change.digest())) {
            return Optional.of(before.reason());
        }
        return isLeft(known, change) ? Optional.of("it was refused before") : Optional.empty();
    }

    /// The target has what the source has, but for what is left.
    void carried(VersionedDefinition from) {
        carried = Optional.of(from);
    }

    /// What a mapping of the target's own does not have stays out of it, whatever the source makes of it.
    static boolean isLeft(CarriedMapping known, MappingChange change) {
        String left = known.left().get(change.name());
        return left != null
                && (!known.isWhole() || left.equals(change.digest()) || known.isKept(change.name(), change.digest()));
    }

    static boolean isAccepted(CarriedMapping known, MappingChange change) {
        return isLeft(known, change)
                || change.digest().equals(known.stoppedFor().get(change.name()));
    }

    /// Whether the target is asked for it. What it did not take before it may take now.
    static boolean isWanted(CarriedMapping known, MappingChange change) {
        return !isLeft(known, change)
                || (known.isWhole()
                        && !(change instanceof MappingChange.Setting)
                        && !known.isKept(change.name(), change.digest()));
    }

    /// Servers do not give every parameter back as it was sent to them, and two versions of a server not alike.
    /// A field that the target does not have is another thing.
    static boolean isOfTheBeginning(CarriedMapping known, MappingChange change) {
        boolean isNewField = change instanceof MappingChange.Carried field && field.isNew();
        return known.isOfTheBeginning() && !(known.isWhole() && isNewField);
    }

    /// By name, as [CarriedMapping] keeps it, what is left.
    static Map<String, String> left(CarriedMapping known, List<MappingChange> changes) {
        Map<String, String> left = new HashMap<>(MappingChange.digests(changes));
        left.replaceAll(
                (name, digest) -> known.isKept(name, digest) ? known.left().getOrDefault(name, digest) : digest);
        return left;
    }

    /// What somebody has changed in the target: it differs from what was carried. That stays until the source's
    /// is changed, and is said once. A field that the target lacks is another thing: documents need it.
    ///
    /// @return what is not known of it yet, as [CarriedMapping] keeps it
    Map<String, String> changedThere(
            CarriedMapping known, VersionedDefinition from, VersionedDefinition to, MappingWords words) {
        Optional<VersionedDefinition> then =
                known.mappingVersion() == from.versions().mapping() ? Optional.of(from) : carried;
        if (!known.isWhole() || then.isEmpty()) {
            return Map.of();
        }
        Map<String, String> before = MappingChange.digests(differing(then.get(), to));
        List<MappingChange> news = differing(from, to).stream()
                .filter(change -> change.digest().equals(before.get(change.name())))
                .filter(change -> !isLeft(known, change))
                .toList();
        if (!news.isEmpty()) {
            LOG.warn("{}", words.mappedOtherwise(news));
        }
        return CarriedMapping.kept(MappingChange.digests(news));
    }

    /// Levels that are shut, and not by the source's words, are the run's also where somebody has replaced
    /// `_meta`.
    static boolean isOpen(ObjectNode target, JsonNode levels) {
        return !HeldMark.isHeld(target) && (!MappingLevels.areShut(target) || MappingLevels.areShut(levels));
    }

    private static List<MappingChange> differing(VersionedDefinition from, VersionedDefinition to) {
        return MappingComparison.whole(from.mapping(), to.mapping()).stream()
                .filter(change -> change instanceof MappingChange.Carried field && !field.isNew())
                .toList();
    }
}
