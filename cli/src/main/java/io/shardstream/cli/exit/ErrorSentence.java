package io.shardstream.cli.exit;

import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.kafka.ProducerFencing;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.state.RejectsGoneException;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.lanes.NotDrainedException;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.workload.compare.CompareException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Tells a failure in one sentence on standard error, as a line of the log where that is JSON, and chooses the exit
/// code. The stack trace is for those who ask for it.
public final class ErrorSentence implements IExecutionExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorSentence.class);

    private final RunFile.Environment environment;

    /// @param environment where `SHARDSTREAM_DEBUG` is looked up
    public ErrorSentence(RunFile.Environment environment) {
        this.environment = environment;
    }

    /// Whether the stack trace is asked for, by `SHARDSTREAM_DEBUG` or the option `--verbose`.
    static boolean isTraced(RunFile.Environment environment, List<String> arguments) {
        return environment.get("SHARDSTREAM_DEBUG") != null || arguments.contains("--verbose");
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        Throwable failure = causeOf(thrown);
        if (failure instanceof UnprintedException unprinted && unprinted.isUnwanted()) {
            return ExitCodes.UNREAD;
        }
        boolean isTraced = isTraced(environment, parsed.expandedArgs());
        if (ProcessLog.here().isJson()) {
            LOG.atError().setCause(isTraced ? failure : null).log("{}", sentence(failure));
        } else {
            print(failure, isTraced, command.getErr());
        }
        return code(failure);
    }

    /// Tells something that is no failure of the command.
    public static void tell(String sentence, PrintWriter err) {
        if (ProcessLog.here().isJson()) {
            LOG.warn("{}", sentence);
        } else {
            err.println(sentence);
            err.flush();
        }
    }

    private static void print(Throwable failure, boolean isTraced, PrintWriter err) {
        err.println(sentence(failure));
        if (isTraced) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    static int code(Throwable failure) {
        return switch (failure) {
            case BlockedException _, NewerFormatException _ -> ExitCodes.BLOCKED;
            case RunFileException _ -> ExitCodes.WRONG_USAGE;
            case InterruptedException _ -> ExitCodes.STOPPED;
            default -> ExitCodes.FAILED;
        };
    }

    /// What people are told of a failure.
    public static String sentence(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure) {
            case BlockedException _,
                    PlanChangedException _,
                    RunEndedException _,
                    RunFileException _,
                    RunRefusedException _,
                    NotDrainedException _,
                    NotPrimaryException _,
                    UnknownRecordException _,
                    CompareException _,
                    LocalServerException _ -> message;
            case RejectsGoneException _ -> message;
            case UnprintedException unprinted -> unprinted.sentence();
            case ElasticException unanswered -> unanswered.sentence();
            case InterruptedException _ ->
                "This command was stopped before it was done. What it has published stays; the same command begins"
                        + " anew.";
            case KafkaException _
            when ProducerFencing.isIn(failure) ->
                "Another 'run' or 'control' of this run has taken over: only one may work at a time.";
            case FencedInstanceIdException _ ->
                "Another process of this run has been started under the same --instance: give each reader and each"
                        + " writer a name of its own.";
            case KafkaException _
            when KafkaRefusal.is(failure) -> KafkaRefusal.sentence(failure).orElseThrow();
            case KafkaException _ -> "Kafka: " + message + causes(failure);
            default ->
                "Something went wrong that should not (" + failure.getClass().getSimpleName() + ": " + message
                        + "); --verbose shows where.";
        };
    }

    private static String causes(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }

    private static Throwable causeOf(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? causeOf(cause) : thrown;
    }
}
