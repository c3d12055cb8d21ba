package io.shardstream.control.index.target;

import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// How many replicas the run file gives the target: at the end, and until the backfill is done. Without them
/// each document is indexed once and not once for each copy ("Disable replicas for initial loads",
/// <https://www.elastic.co/docs/deploy-manage/production-guidance/optimize-performance/indexing-speed>);
/// those that are added later are built from files of the primary.
///
/// @param atEnd as many as the source has if absent
/// @param whileCopying as many as at the end if absent, and never more than those
public record TargetReplicas(OptionalInt atEnd, OptionalInt whileCopying) {
    public static final String SETTING = "index.number_of_replicas";

    /// By which a cluster decides by itself, and changes the number as nodes come and go
    /// (`org.elasticsearch.cluster.metadata.AutoExpandReplicas`).
    public static final String EXPANSION = "index.auto_expand_replicas";

    /// As many as the source has, from the beginning.
    public static final TargetReplicas AS_SOURCE = new TargetReplicas(OptionalInt.empty(), OptionalInt.empty());

    /// A number for the whole time.
    public static TargetReplicas of(OptionalInt always) {
        return new TargetReplicas(always, OptionalInt.empty());
    }

    /// Whether the target may have fewer until the backfill is done.
    public boolean areBuiltLater() {
        return whileCopying.isPresent();
    }

    /// Whether the run file says anything of them.
    public boolean areSaid() {
        return atEnd.isPresent() || whileCopying.isPresent();
    }

    /// @param ofSource the source's setting, null where it is not set
    public int wantedAtEnd(@Nullable String ofSource) {
        return atEnd.orElse(ofSource == null ? 1 : Integer.parseInt(ofSource));
    }

    /// @param ofSource the source's setting, null where it is not set
    public int wantedWhileCopying(@Nullable String ofSource) {
        int most = wantedAtEnd(ofSource);
        return Math.min(most, whileCopying.orElse(most));
    }

    /// Whether a cluster sets the number of an index by itself.
    ///
    /// @param expansion the index's setting, null where it is not set
    public static boolean areExpanded(@Nullable String expansion) {
        return expansion != null && !expansion.equals("false");
    }

    /// How many the target should have when it is filled, if it has fewer; empty if it has as many, or if its
    /// cluster sets the number by itself.
    ///
    /// @param target its settings by full name, with defaults
    /// @param source those of the source
    public OptionalInt missing(Map<String, String> target, Map<String, String> source) {
        int wanted = wantedAtEnd(source.get(SETTING));
        return areExpanded(target.get(EXPANSION)) || Integer.parseInt(target.getOrDefault(SETTING, "0")) >= wanted
                ? OptionalInt.empty()
                : OptionalInt.of(wanted);
    }
}
