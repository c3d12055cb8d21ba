package io.shardstream.control.index.difference;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The name by which a person accepts that a field differs: its path, but for one that could be taken for
/// something else that is accepted by name. Nobody who accepts the one has looked at the other.
public final class FieldConsent {
    /// What has the name of a search of `cutover.canaries`.
    private static final Pattern CANARY = Pattern.compile("canary-\\d+");

    /// Under this name it is accepted that searches could not be compared.
    public static final String NOT_COMPARED = "searches-not-compared";

    /// What the name of an alias begins with by whose routing others are found.
    public static final String ALIAS = "alias:";

    /// What the name of an alias begins with whose filter finds other documents.
    public static final String ALIAS_FILTER = "alias-filter:";

    /// What the name of a mapping type begins with that the target does not have.
    public static final String TYPE = "type:";

    /// What the name of a join field begins with whose children do not share a shard with their parents.
    public static final String JOIN = "join:";

    /// What the name of an alias begins with that the target has and the source has not.
    public static final String TARGET_ALIAS = "target-alias:";

    /// What the name of an alias begins with that the source had while the run worked, and another index has
    /// now.
    public static final String SOURCE_ALIAS = "source-alias:";

    /// What the name of an alias begins with by which clients find other indices, too, and would not in the
    /// target's cluster.
    public static final String GROUP_ALIAS = "group-alias:";

    /// What the name of a setting begins with that both clusters have otherwise.
    public static final String CLUSTER = "cluster:";

    /// What the name of a write alias begins with that could not be rolled over any more.
    public static final String ROLLOVER = "rollover:";

    /// What the name of another run begins with that needs the source which the swap deletes.
    public static final String OTHER_RUN = "other-run:";

    /// What a name of something other than a field or a setting begins with.
    private static final List<String> KINDS = List.of(
            ALIAS, ALIAS_FILTER, TYPE, JOIN, TARGET_ALIAS, SOURCE_ALIAS, GROUP_ALIAS, CLUSTER, ROLLOVER, OTHER_RUN);

    private static final String FIELD = "field:";
    private static final String SETTING = "index.";

    /// Parameters of a whole mapping (`RootObjectMapper` of the servers). No field can have the name of a
    /// metadata field, such as `_ignored`.
    private static final Set<String> OF_MAPPING = Set.of(
            "_meta",
            "date_detection",
            "derived",
            "disable_objects",
            "dynamic",
            "dynamic_date_formats",
            "dynamic_templates",
            "enabled",
            "numeric_detection",
            "runtime",
            "subobjects");

    private FieldConsent() {}

    /// Whether it stands for an alias, a mapping type, a join field, a setting of a cluster or another run.
    public static boolean isOfKind(String name) {
        return KINDS.stream().anyMatch(name::startsWith);
    }

    /// @param path of the field, as searches call it
    public static String name(String path) {
        boolean isAmbiguous = path.startsWith(SETTING)
                || path.startsWith(FIELD)
                || isOfKind(path)
                || path.equals(NOT_COMPARED)
                || OF_MAPPING.contains(path)
                || Reference.isNamed(path)
                || CANARY.matcher(path).matches();
        return isAmbiguous ? FIELD + path : path;
    }
}
