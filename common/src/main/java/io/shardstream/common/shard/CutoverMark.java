package io.shardstream.common.shard;

/// The alias that a cut-over gives the index that has taken production over.
public final class CutoverMark {
    private static final String PREFIX = AliasKind.PREFIX;
    private static final String SUFFIX = AliasKind.LIVE.suffix();

    private CutoverMark() {}

    /// The mark of a run's cut-over.
    public static String of(String run) {
        return AliasKind.LIVE.of(run);
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
