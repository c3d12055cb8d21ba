package io.shardstream.cli.exit;

import ch.qos.logback.classic.LoggerContext;
import io.shardstream.common.log.LogKey;
import java.util.Map;
import org.slf4j.LoggerFactory;

/// The log of a process, and what each of its lines says of the process, whichever thread writes it: what
/// belongs to a thread (MDC) would be missing in the lines of those that Kafka's clients start.
public final class ProcessLog {
    private static final String FORMAT = "shardstream.log-format";

    private final LoggerContext context;

    ProcessLog(LoggerContext context) {
        this.context = context;
    }

    /// That of this process.
    public static ProcessLog here() {
        return new ProcessLog((LoggerContext) LoggerFactory.getILoggerFactory());
    }

    /// From now on lines are written so, and tell machines these.
    ///
    /// @param part the command, such as `reader`
    /// @param instance which process of the run
    public void begins(LogFormat format, String part, String instance) {
        context.putProperty(FORMAT, format.name());
        context.putProperty(LogKey.PART.key(), part);
        context.putProperty(LogKey.INSTANCE.key(), instance);
    }

    /// From now on lines tell machines that they are of this run.
    public void isOf(String run) {
        context.putProperty(LogKey.RUN.key(), run);
    }

    /// Whether everything on standard error is to be JSON.
    public boolean isJson() {
        return isJson(context.getLoggerContextRemoteView().getPropertyMap());
    }

    static boolean isJson(Map<String, String> process) {
        return LogFormat.json.name().equals(process.get(FORMAT));
    }
}
