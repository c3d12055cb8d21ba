package io.shardstream.cli.steer;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The request that a run's controller has not answered yet. The topic holds the latest one only, so another one
/// would erase it.
final class OpenRequest {
    private static final Pattern PLAIN = Pattern.compile("[\\w.@:/-]+");
    /// What a shell takes otherwise within quotation marks.
    private static final Pattern ESCAPED = Pattern.compile("[\\\\\"$`]");
    /// An option of an abort: the whole run is to be given up.
    private static final String RUN = "run";

    private OpenRequest() {}

    /// Looks whether there is one already when something is wanted.
    ///
    /// @param now the time of day
    /// @return the open request if it is the same wish, word for word, and not too old to be begun; empty if
    ///     the wish may be left
    /// @throws RunRefusedException if another wish is open, unless this one may take its place
    static Optional<Request> joined(
            ControlRecords records, Request.Kind kind, Map<String, String> options, Instant now) {
        Optional<Request> open = records.openRequest();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Request other = open.get();
        if (other.kind() == kind && typed(other.options()).equals(typed(options))) {
            if (isUnbegun(records, other) && RequestAge.isForgotten(other, records, now)) {
                return Optional.empty();
            }
            requireSameRunFile(other, options);
            return open;
        }
        boolean givesRunUp = kind == Request.Kind.ABORT && options.containsKey(RUN);
        if (mayTakeThePlaceOf(other.kind(), kind) || (givesRunUp && isPlainAbort(other))) {
            return Optional.empty();
        }
        throw new RunRefusedException("'" + command(other) + "' was asked for and is not done: run it again to see it"
                + " through"
                + switch (other.kind()) {
                    case CUTOVER, RELEASE -> ", or 'abort' to end it.";
                    case ROLLBACK ->
                        ProductionAt.mayHaveGoneBack(records) ? "." : ", or 'abort' to end it and stay on the target.";
                    case ABORT -> isPlainAbort(other) ? ", or 'abort --run' to give the whole run up." : ".";
                });
    }

    /// A cut-over that is under way is brought to its end by whoever comes, and so is a rollback that has a
    /// step.
    static boolean isUnbegun(ControlRecords records, Request request) {
        return records.isIn(Phase.CATCHING_UP)
                || records.all(Step.keyPrefix(request.id()), Step::decode).isEmpty();
    }

    /// What was typed, without what the run file says.
    private static Map<String, String> typed(Map<String, String> options) {
        Map<String, String> typed = new TreeMap<>(options);
        typed.keySet().removeIf(CutoverTerms::isTerm);
        return typed;
    }

    /// A command of an earlier version does not say what its run file has.
    private static void requireSameRunFile(Request other, Map<String, String> options) {
        for (Map.Entry<String, String> term : new TreeMap<>(other.options()).entrySet()) {
            String mine = options.get(term.getKey());
            if (mine != null && !mine.equals(term.getValue())) {
                throw new RunRefusedException("'" + command(other) + "' was asked for with a run file that says"
                        + " otherwise of cutover." + term.getKey() + ", and is not done: run it again with that run"
                        + " file to see it through, or 'abort' to end it.");
            }
        }
    }

    /// One of a cut-over. A server that is away may keep it from its end.
    private static boolean isPlainAbort(Request request) {
        return request.kind() == Request.Kind.ABORT && !request.has(RUN);
    }

    /// Whether the controller lets one go, before it is done, when the other is asked for.
    private static boolean mayTakeThePlaceOf(Request.Kind open, Request.Kind wish) {
        return switch (open) {
            case CUTOVER, RELEASE -> wish == Request.Kind.ABORT;
            case ROLLBACK -> wish == Request.Kind.ABORT || wish == Request.Kind.RELEASE;
            case ABORT -> false;
        };
    }

    /// What is committed is seen a moment later: until then another request is an earlier one.
    ///
    /// @param offset of the record in which the request was left
    /// @throws RunRefusedException if it can have no answer any more because another one has taken its place
    static void requireNotErased(ControlTopicTail tail, Request mine, long offset) {
        if (tail.holds(offset + 1)) {
            requireNotErased(tail.latest(), mine);
        }
    }

    /// @throws RunRefusedException if a request can have no answer any more because another one has taken its place
    static void requireNotErased(ControlRecords records, Request mine) {
        Optional<Request> latest = records.request().filter(one -> !one.id().equals(mine.id()));
        // A cut-over that is being aborted gets its answer before the abort does.
        if (latest.isPresent()
                && !isAnswered(records, mine)
                && (mine.kind() == Request.Kind.ABORT || isAnswered(records, latest.get()))) {
            throw new RunRefusedException("'" + command(latest.get())
                    + "' was asked for at the same time and has taken this one's place: ask again.");
        }
    }

    private static boolean isAnswered(ControlRecords records, Request request) {
        return records.of(Answer.key(request.id()), Answer::decode).isPresent();
    }

    /// What somebody typed, so that it can be typed again.
    private static String command(Request request) {
        return typed(request.options()).entrySet().stream()
                .flatMap(option -> option.getValue().lines().map(value -> word(option.getKey(), value)))
                .collect(Collectors.joining("", request.kind().label(), ""));
    }

    /// Of an option that was given several times each value is a line.
    private static String word(String option, String value) {
        if (value.equals("yes")) {
            return " --" + option;
        }
        String quoted = PLAIN.matcher(value).matches()
                ? value
                : '"' + ESCAPED.matcher(value).replaceAll("\\\\$0") + '"';
        return " --" + option + " " + quoted;
    }
}
