package io.shardstream.control.run;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.control.index.target.CarriedIndexSettings;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.VersionedDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// The settings of a target that follow the source's, and what people are told of the others.
final class FollowedSettings {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedSettings.class);

    private final Set<String> ownByRunFile;
    private Optional<Map<String, JsonNode>> before = Optional.empty();
    private List<String> higherBefore = List.of();

    /// @param ownByRunFile names of settings that the run file of this process has for the target
    FollowedSettings(Set<String> ownByRunFile) {
        this.ownByRunFile = CarriedIndexSettings.own(ownByRunFile);
    }

    /// The run file with which the run began says which settings are the target's own, whichever process
    /// controls the run.
    private Set<String> own(CarriedMapping known) {
        return known.ownSettings().orElse(ownByRunFile);
    }

    /// What the target lacks.
    List<MappingChange.Setting> changes(CarriedMapping known, VersionedDefinition from, VersionedDefinition to) {
        return CarriedIndexSettings.changes(from.settings(), to.settings(), own(known));
    }

    /// Says what the target does not follow, once.
    void tell(CarriedMapping known, VersionedDefinition from, VersionedDefinition to, MappingWords words) {
        List<String> others = before.map(then -> CarriedIndexSettings.others(then, from.settings()))
                .orElse(List.of());
        if (!others.isEmpty()) {
            LOG.warn("{}", words.others(others));
        }
        before = Optional.of(from.settings());
        List<String> higher =
                known.isWhole() ? CarriedIndexSettings.higher(from.settings(), to.settings(), own(known)) : List.of();
        if (!higher.isEmpty() && !higher.equals(higherBefore)) {
            LOG.warn("{}", words.higher(higher));
        }
        higherBefore = higher;
    }

    /// What somebody has changed in the target: it differs, and the source's settings are those that were
    /// carried. That stays until the source's are changed, and is said once. A limit of the mapping is
    /// raised again all the same: too low a one would lock the mapping.
    ///
    /// @return what is not known of it yet, as [CarriedMapping] keeps it
    Map<String, String> changedThere(
            CarriedMapping known, VersionedDefinition from, VersionedDefinition to, MappingWords words) {
        if (!known.isWhole() || known.settingsVersion() != from.versions().settings()) {
            return Map.of();
        }
        List<MappingChange.Setting> news = changes(known, from, to).stream()
                .filter(change -> !CarriedIndexSettings.isMappingLimit(change.name()))
                .filter(change -> !change.digest().equals(known.left().get(change.name())))
                .toList();
        if (!news.isEmpty()) {
            LOG.warn(
                    "{}",
                    words.changedThere(news.stream()
                            .map(change -> CarriedIndexSettings.words(change.name(), from.settings(), to.settings()))
                            .toList()));
        }
        return MappingChange.digests(news);
    }
}
