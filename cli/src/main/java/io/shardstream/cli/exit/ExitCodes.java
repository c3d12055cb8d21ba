package io.shardstream.cli.exit;

/// What the exit codes of every command mean.
public final class ExitCodes {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int INCOMPLETE = 2;
    public static final int BLOCKED = 3;
    public static final int DIFFERENT = 4;
    public static final int REJECTED = 5;
    /// Nobody works on a run that has not ended.
    public static final int NOBODY = 6;
    public static final int WRONG_USAGE = 64;
    /// 128 + SIGPIPE, as shells count: the reader of the output has closed its pipe.
    static final int UNREAD = 141;
    /// 128 + SIGTERM, as shells count; the JVM itself ends with 130 after SIGINT.
    public static final int STOPPED = 143;

    /// For the help of a command that runs until something ends it.
    public static final String DONE_HELP =
            " 0:The copy is complete, and nothing was rejected, or a cut-over has accepted the rejects";

    public static final String FAILED_HELP = " 1:It could not be done; one sentence on standard error says why";
    public static final String BLOCKED_HELP = " 3:Somebody must look; one sentence on standard error says what to do";
    public static final String DIFFERENT_HELP = " 4:Source and target differ";
    public static final String OVERTAKEN_HELP =
            " 4:The copy is complete, but lacks documents that the source changed or deleted before they were read";

    public static final String REJECTED_HELP =
            " 5:The copy is complete, but the target has rejected documents, which no cut-over has accepted;"
                    + " 'rejects list' shows why";

    /// For a command that goes on to tell of a run that has ended, whatever has become of its rejects.
    public static final String REJECTED_OR_UNKNOWN_HELP =
            REJECTED_HELP + "; or Kafka does not know any more whether it has, as the rejects topic is gone";

    public static final String NOBODY_HELP =
            " 6:Nobody works on the run, which has not ended: start its processes again";
    public static final String WRONG_USAGE_HELP = "64:Wrong usage, or a run file that cannot be used";
    public static final String STOPPED_HELP =
            "130, 143:Stopped by Ctrl-C or SIGTERM; the same command goes on from there";

    public static final String STOPPED_WAITING_HELP = "130, 143:Stopped by Ctrl-C or SIGTERM while it waited";

    public static final String STOPPED_ANEW_HELP =
            "130, 143:Stopped by Ctrl-C or SIGTERM; the same command begins anew";

    private ExitCodes() {}
}
