package io.shardstream.cli.view;

import io.shardstream.common.numbers.Numbers;
import io.shardstream.control.state.LostRejects;
import io.shardstream.control.state.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the target has refused in a complete copy, by Kafka.
///
/// @param documents that the target has rejected and has not taken since
/// @param lost records of rejects that Kafka does not have any more, see [LostRejects]
public record RejectsLeft(long documents, long lost) {
    public static RejectsLeft of(RunState state) {
        return new RejectsLeft(state.rejected(), state.lostRejects());
    }

    boolean areThere() {
        return documents > 0 || lost > 0;
    }

    /// Both numbers, as a part of a sentence; the first one also where it is 0.
    String now() {
        List<String> parts = new ArrayList<>();
        if (documents > 0 || lost == 0) {
            parts.add(Numbers.of(documents, "document is", "documents are") + " rejected");
        }
        if (lost > 0) {
            parts.add(LostRejects.what(lost));
        }
        return String.join(", ", parts);
    }

    void putInto(Map<String, Object> fields) {
        fields.put("rejected_docs", documents);
        fields.put("lost_rejects", lost);
    }
}
