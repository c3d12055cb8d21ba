package io.shardstream.common.primary;

/// The alias that a cut-over gives the index that has taken production over.
public final class CutoverMark {
    /// What the names of a run's own aliases begin with.
    public static final String PREFIX = "Shardstream-";

    private static final String SUFFIX = "-Live";

    private CutoverMark() {}

    /// The mark of a run's cut-over.
    public static String of(String run) {
        return PREFIX + run + SUFFIX;
    }

    /// Whether an alias is such a mark, of any run.
    public static boolean is(String alias) {
        return alias.startsWith(PREFIX) && alias.endsWith(SUFFIX);
    }

    /// The run whose mark it is.
    ///
    /// @param mark an alias that [#is(String)]
    public static String runOf(String mark) {
        return mark.substring(PREFIX.length(), mark.length() - SUFFIX.length());
    }
}
