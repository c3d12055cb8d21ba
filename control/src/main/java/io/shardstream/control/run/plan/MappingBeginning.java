package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.target.CarriedIndexSettings;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.HttpMappingSide;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.index.target.VersionedDefinition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Whether a run that begins carries its source's mapping to the target while it lasts, and what the source's
/// is.
///
/// @param source as it was when the run began; empty where the source does not say which version its mapping
///     has, or this process is to write in a format that does not know it
/// @param own full names of settings that the run file has for the target, of those that would be carried
record MappingBeginning(Optional<VersionedDefinition> source, Set<String> own) {
    private static final Logger LOG = LoggerFactory.getLogger(MappingBeginning.class);

    /// @param understands the newest run format that this process understands
    /// @param wish what the run file says about the target
    static MappingBeginning of(ElasticCluster source, IndexDescription from, int understands, TargetSettings wish)
            throws ElasticException {
        Set<String> own = CarriedIndexSettings.own(wish.settings().keySet());
        if (understands < CarriedMapping.FIRST_RUN_FORMAT) {
            return new MappingBeginning(Optional.empty(), own);
        }
        Optional<VersionedDefinition> told =
                HttpMappingSide.of(source, from.name()).definitionIfTold();
        if (told.isEmpty()) {
            LOG.warn(
                    "The target's mapping will not follow the source's while the run lasts: the state of the source"
                            + " cluster does not say which versions mapping and settings of index '{}' have. Do not"
                            + " change the source's mapping until the run has ended.",
                    from.name());
        }
        return new MappingBeginning(told, own);
    }

    boolean isPossible() {
        return source.isPresent();
    }

    /// What is written with the plan.
    ///
    /// @param to the target as it was made or found
    Map<String, byte[]> records(IndexDescription to) {
        if (source.isEmpty()) {
            return Map.of();
        }
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return Map.of(
                CarriedMapping.KEY,
                carried(source.get(), to.mappings(), own).encode(),
                RunFormat.KEY,
                new RunFormat(CarriedMapping.FIRST_RUN_FORMAT, ThisProcess.version(), now).encode());
    }

    /// A field may have come into the source's mapping since the target was asked for: then whoever controls
    /// the run carries it before anything is written.
    private static CarriedMapping carried(VersionedDefinition from, JsonNode to, Set<String> own) {
        long version = from.versions().mapping();
        if (!HeldMark.isHeld(to)) {
            return CarriedMapping.begun(
                    version, false, "", MappingChange.digests(MappingComparison.besides(from.mapping(), to)));
        }
        boolean isThere = MappingComparison.whole(from.mapping(), to).isEmpty() && MappingLevels.areShut(to);
        return CarriedMapping.begun(
                isThere ? version : 0,
                true,
                MappingLevels.of(from.mapping()).toString(),
                CarriedMapping.withOwnSettings(own));
    }
}
