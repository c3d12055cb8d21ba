package io.shardstream.control.finding;

/// One thing that was found out.
///
/// @param topic what it is about, one word such as `disk`
/// @param what a sentence; no body of a document and no secret is in it
/// @param advice what to do about it, one or more sentences; empty if nothing is to be done
public record Finding(Severity severity, String topic, String what, String advice) {
    /// What could not be found out has this topic.
    public static final String UNKNOWN = "unknown";

    public static Finding blocks(String topic, String what, String advice) {
        return new Finding(Severity.BLOCKS, topic, what, advice);
    }

    public static Finding warns(String topic, String what, String advice) {
        return new Finding(Severity.WARNS, topic, what, advice);
    }

    public static Finding notes(String topic, String what, String advice) {
        return new Finding(Severity.NOTES, topic, what, advice);
    }

    /// Something that a server does not tell.
    ///
    /// @param what it is, and why it is not known
    public static Finding unknown(String what) {
        return notes(UNKNOWN, "Not known: " + what, "");
    }
}
