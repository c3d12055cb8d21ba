package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Text fields that the target would index for searches that nobody makes.
public final class UnusedText {
    private static final int MOST_NAMED = 10;

    private UnusedText() {}

    /// Whether there are any to be asked for.
    ///
    /// @param source the mapping's root object
    /// @param target likewise
    public static boolean mayBe(JsonNode source, JsonNode target) {
        return !both(source, target).isEmpty();
    }

    /// @param source the mapping's root object
    /// @param target likewise
    public static Optional<Finding> of(JsonNode source, JsonNode target, FieldUsage usage) {
        Set<String> unused = both(source, target);
        unused.removeAll(usage.used());
        if (unused.isEmpty()) {
            return Optional.empty();
        }
        List<String> names =
                unused.stream().limit(MOST_NAMED).map(Printable::of).toList();
        int more = unused.size() - names.size();
        return Optional.of(Finding.notes(
                FindingCode.TEXT_FIELDS_UNUSED,
                "Text fields that no search of the source has used since " + usage.since() + ": "
                        + String.join(", ", names) + (more > 0 ? " and " + more + " more" : "") + ".",
                "If no query will need them, index: false under target.mappings makes writing cheaper and the target"
                        + " smaller; documents keep them. That a search of each kind was made in this time is for you"
                        + " to know: counting begins anew when a shard moves or its node is started."));
    }

    private static Set<String> both(JsonNode source, JsonNode target) {
        Set<String> names = new TreeSet<>(TextFields.of(source));
        names.retainAll(TextFields.of(target));
        return names;
    }
}
