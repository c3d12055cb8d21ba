package io.shardstream.cli.rejects;

import io.shardstream.cli.view.DocumentText;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.compare.rejects.RejectGroup;
import io.shardstream.control.compare.rejects.RejectGroups;
import io.shardstream.control.state.LostRejects;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Groups of rejects in their forms.
///
/// @param run the run's name
/// @param groups of those that were asked for
/// @param taken how many documents were rejected and taken since, and are not in the groups; of whatever type
/// @param lost records of rejects that Kafka does not have any more
/// @param hasEnded whether the run has
/// @param limit how many groups are shown
record RejectGroupsText(String run, RejectGroups groups, long taken, long lost, boolean hasEnded, int limit) {
    /// Lines for people.
    List<String> table() {
        List<RejectGroup> all = groups.largestFirst();
        List<String> lines = new ArrayList<>();
        if (all.isEmpty()) {
            lines.add("Run " + run + " has no rejected documents" + closed("") + (lost == 0 ? "" : " in Kafka") + ".");
            LostRejects.sentence(lost, hasEnded).ifPresent(lines::add);
            return lines;
        }
        lines.add("Run %s: %s%s rejected, for %s%s"
                .formatted(
                        run,
                        groups.isExact() ? "" : "at most ",
                        NumberText.of(groups.documents(), "document was", "documents were"),
                        NumberText.of(all.size(), "reason"),
                        closed(" more")));
        all.stream().limit(limit).forEach(group -> {
            lines.add("%10s  %s: %s"
                    .formatted(NumberText.count(group.documents()), Printable.of(group.type()), group.reason()));
            lines.add(" ".repeat(12) + "such as "
                    + group.samples().stream().map(DocumentText::of).collect(Collectors.joining(", "))
                    + withoutBody(group));
        });
        if (all.size() > limit) {
            lines.add("and " + NumberText.count(all.size() - limit) + " more, which a higher --limit shows");
        }
        lines.add(OldStates.ofListed());
        LostRejects.sentence(lost, hasEnded).ifPresent(lines::add);
        return lines;
    }

    private String closed(String more) {
        return taken == 0
                ? ""
                : "; " + NumberText.count(taken) + more + (taken == 1 ? " was" : " were")
                        + " published again and taken since";
    }

    private static String withoutBody(RejectGroup group) {
        return group.withoutBody() == 0 ? "" : "; in Kafka without bytes: " + NumberText.count(group.withoutBody());
    }

    /// The same for machines.
    Map<String, Object> fields() {
        List<RejectGroup> all = groups.largestFirst();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run);
        fields.put("documents", groups.documents());
        fields.put("taken", taken);
        fields.put("lost", lost);
        fields.put("exact", groups.isExact());
        fields.put(
                "groups",
                all.stream().limit(limit).map(RejectGroupsText::fields).toList());
        fields.put("more_groups", Math.max(0, all.size() - limit));
        return fields;
    }

    private static Map<String, Object> fields(RejectGroup group) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", group.type());
        fields.put("reason", group.reason());
        fields.put("documents", group.documents());
        fields.put("without_body", group.withoutBody());
        fields.put("samples", group.samples().stream().map(DocumentText::fields).toList());
        return fields;
    }
}
