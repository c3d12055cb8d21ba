package io.shardstream.cli.rejects;

import io.shardstream.common.contract.bytes.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What a replay came to, in its forms.
///
/// @param run the run's name
/// @param published documents that were published again
/// @param bytes of them
/// @param withoutBody documents that were meant and lie in Kafka without their bytes
/// @param refusals why documents were not published that could not be treated, and how many for each
/// @param rejectedAgain how many of those that were published; empty while that is not known
/// @param swept documents that the source has no more and that were deleted afterwards; empty without a sweep
record ReplayText(
        String run,
        long published,
        long bytes,
        long withoutBody,
        Map<String, Long> refusals,
        OptionalLong rejectedAgain,
        OptionalLong swept) {
    ReplayText {
        refusals = Map.copyOf(refusals);
    }

    private static final int MOST_REFUSALS = 20;

    ReplayText known(long again) {
        return new ReplayText(run, published, bytes, withoutBody, refusals, OptionalLong.of(again), swept);
    }

    ReplayText swept(long deleted) {
        return new ReplayText(run, published, bytes, withoutBody, refusals, rejectedAgain, OptionalLong.of(deleted));
    }

    /// What was done, for people.
    String publishedLine() {
        String done = published == 0
                ? "Nothing was published"
                : "%s published again (%s)"
                        .formatted(
                                NumberText.of(published, "rejected document was", "rejected documents were"),
                                NumberText.bytes((double) bytes));
        if (withoutBody > 0) {
            return done + "; " + NumberText.of(withoutBody, "was", "were") + " not, as Kafka does not hold the bytes.";
        }
        return published == 0 && refusals.isEmpty()
                ? "Run " + run + " has no open rejects that are meant: nothing was published."
                : done + ".";
    }

    /// What was not published because it could not be treated, for people.
    List<String> refusalLines() {
        return refusals.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(MOST_REFUSALS)
                .map(one ->
                        "%s not published: %s".formatted(NumberText.of(one.getValue(), "was", "were"), one.getKey()))
                .toList();
    }

    /// What became of it, for people.
    List<String> outcomeLines() {
        if (published == 0) {
            return List.of();
        }
        if (rejectedAgain.isEmpty()) {
            return List.of(
                    "They wait in Kafka behind others: 'status' shows how many. Run 'sweep' when they are written,"
                            + " for what the source has deleted meanwhile.");
        }
        List<String> lines = new ArrayList<>();
        long again = rejectedAgain.getAsLong();
        lines.add("%s in the target now, or superseded there; %s rejected again%s"
                .formatted(
                        NumberText.of(published - again, "is", "are"),
                        NumberText.of(again, "was", "were"),
                        again == 0 ? "." : ": 'rejects show' says why."));
        if (swept.isPresent() && swept.getAsLong() > 0) {
            lines.add("The sweep after that deleted %s that the source does not have any more."
                    .formatted(NumberText.of(swept.getAsLong(), "document")));
        }
        return lines;
    }

    /// The same for machines.
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run);
        fields.put("published", published);
        fields.put("bytes", bytes);
        fields.put("without_body", withoutBody);
        fields.put(
                "untreated",
                refusals.values().stream().mapToLong(Long::longValue).sum());
        rejectedAgain.ifPresent(again -> fields.put("rejected_again", again));
        swept.ifPresent(deleted -> fields.put("swept", deleted));
        return fields;
    }
}
