package io.shardstream.control.compare.verify;

import java.time.Duration;

/// How source and target are compared.
///
/// @param isFinal whether nothing may move any more: the source is blocked, the lanes are drained and swept
/// @param goesOn whether readers are at work; if not, only what they have read is judged
/// @param content of which documents the bytes are compared
/// @param repair whether what can be mended is mended, and everything compared again
/// @param patience how long readers and writers are waited for, each time
public record VerificationOptions(boolean isFinal, boolean goesOn, Content content, boolean repair, Duration patience) {
    /// For a run that goes on.
    public static VerificationOptions online(Duration patience) {
        return new VerificationOptions(false, true, Content.SAMPLE, false, patience);
    }

    /// For a run whose source is blocked and whose lanes are drained and swept.
    public static VerificationOptions last(Duration patience) {
        return new VerificationOptions(true, true, Content.SAMPLE, false, patience);
    }

    public VerificationOptions withContent(Content other) {
        return new VerificationOptions(isFinal, goesOn, other, repair, patience);
    }

    public VerificationOptions withRepair(boolean wanted) {
        return new VerificationOptions(isFinal, goesOn, content, wanted, patience);
    }

    /// Whether a document that the target has and the source has not may just not have been swept yet.
    boolean awaitsSweep() {
        return goesOn && !isFinal;
    }
}
