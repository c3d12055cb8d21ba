package io.shardstream.common.contract.bytes;

/// Ends what others have said, such as the message of a failure, where another sentence follows it. Some of
/// that is the end of a sentence, and some of it is whole sentences with their own full stop.
public final class FullStop {
    private FullStop() {}

    /// The text with one full stop behind it, or with the sign that it ends with.
    public static String of(String text) {
        return isEnded(text) ? text : text + ".";
    }

    private static boolean isEnded(String text) {
        return text.endsWith(".") || text.endsWith("?") || text.endsWith("!");
    }
}
