package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import java.util.List;

/// Changes what rejected documents hold, so that the target may take them.
public interface Treatment {
    /// What does it, for people.
    String name();

    /// @param documents states with their bytes; no deletes
    /// @return what came of each, in their order
    /// @throws io.shardstream.control.state.finding.RunRefusedException if none of them can be treated
    List<Treated> of(List<DocRecord> documents);

    /// What came of one document.
    sealed interface Treated {
        /// It holds this now.
        record Changed(Bytes source) implements Treated {}

        /// It cannot be treated, and is not published.
        ///
        /// @param why a sentence or a part of one, without any value of a document
        record Untreated(String why) implements Treated {}
    }
}
