package io.shardstream.control.state.finding;

/// One thing that was found out.
///
/// @param what a sentence; no body of a document and no secret is in it
/// @param advice what to do about it, one or more sentences; empty if nothing is to be done
public record Finding(Severity severity, FindingCode code, String what, String advice) {
    /// What could not be found out has this topic.
    public static final String UNKNOWN = "unknown";

    /// What it is about, one word such as `disk`.
    public String topic() {
        return code.topic();
    }

    public static Finding blocks(FindingCode code, String what, String advice) {
        return new Finding(Severity.BLOCKS, code, what, advice);
    }

    public static Finding warns(FindingCode code, String what, String advice) {
        return new Finding(Severity.WARNS, code, what, advice);
    }

    public static Finding notes(FindingCode code, String what, String advice) {
        return new Finding(Severity.NOTES, code, what, advice);
    }

    /// Something that a server does not tell.
    ///
    /// @param what it is, and why it is not known
    public static Finding unknown(FindingCode code, String what) {
        return notes(code, "Not known: " + what, "");
    }
}
