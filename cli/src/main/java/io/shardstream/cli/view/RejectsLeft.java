package io.shardstream.cli.view;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.LostRejects;
import io.shardstream.control.state.OvertakenDocuments;
import io.shardstream.control.state.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a complete copy lacks, by Kafka: what the target has refused, and what was gone before it was read.
///
/// @param documents that the target has rejected and has not taken since
/// @param lost records of rejects that Kafka does not have any more, see [LostRejects]
/// @param overtaken documents of the start that are missing at least, see [OvertakenDocuments]
public record RejectsLeft(long documents, long lost, long overtaken) {
    /// Of a copy that has all else.
    public RejectsLeft(long documents, long lost) {
        this(documents, lost, 0);
    }

    /// @param said what the control topic says
    public static RejectsLeft of(RunState state, ControlRecords said) {
        return new RejectsLeft(state.rejected(), state.lostRejects(), OvertakenDocuments.of(said));
    }

    /// The sentences that follow what is said of rejects; empty if nothing else is missing.
    String besides() {
        return OvertakenDocuments.sentence(overtaken)
                .map(sentence -> ". " + sentence)
                .orElse("");
    }

    /// The exit code that says it: documents that are missing are never passed over.
    public int code() {
        if (areThere()) {
            return ExitCodes.REJECTED;
        }
        return overtaken > 0 ? ExitCodes.DIFFERENT : ExitCodes.DONE;
    }

    boolean areThere() {
        return documents > 0 || lost > 0;
    }

    /// Both numbers, as a part of a sentence; the first one also where it is 0.
    String now() {
        List<String> parts = new ArrayList<>();
        if (documents > 0 || lost == 0) {
            parts.add(NumberText.of(documents, "document is", "documents are") + " rejected");
        }
        if (lost > 0) {
            parts.add(LostRejects.what(lost));
        }
        return String.join(", ", parts);
    }

    void putInto(Map<String, Object> fields) {
        fields.put("rejected_docs", documents);
        fields.put("lost_rejects", lost);
        fields.put("missing_of_start", overtaken);
    }
}
