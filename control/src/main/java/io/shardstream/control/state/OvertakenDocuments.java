package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.kafka.ControlRecords;
import java.util.Optional;

/// Documents of the source's start that were changed or deleted before they were read. A copy that does not
/// go on with what is written has neither their old state, which was gone, nor their new one, which comes
/// later.
public final class OvertakenDocuments {
    private OvertakenDocuments() {}

    /// How many of them a complete copy lacks at least; 0 where nobody has found that it lacks any.
    public static long of(ControlRecords said) {
        return said.of(MissingOfStart.KEY, MissingOfStart::decode)
                .map(MissingOfStart::documents)
                .orElse(0L);
    }

    /// What is missing and what to do, as sentences without the last full stop; empty if nothing is.
    public static Optional<String> sentence(long documents) {
        return documents == 0
                ? Optional.empty()
                : Optional.of("The source was changed while it was copied: the target lacks at least "
                        + NumberText.of(documents, "document")
                        + " of the start, which were changed or deleted before they were read. To copy what is written meanwhile,"
                        + " begin a run with follow: true under another name");
    }
}
