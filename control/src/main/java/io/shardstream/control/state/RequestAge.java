package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// How long a request has been waiting. Clocks of different machines are compared, so only long times count.
public final class RequestAge {
    /// For how long a cut-over, a rollback or a release may wait for a controller that begins it, or goes on
    /// with what another one has looked at. Longer than brokers, servers or pods take to come back while
    /// somebody waits.
    public static final Duration MOST = Duration.ofMinutes(15);

    private RequestAge() {}

    /// Whether a request is not to be begun any more: by now whoever asked for it expects production to stay
    /// where it is, and the way back to be open. The caller sees to it that nothing has been done for it.
    public static boolean isForgotten(Request request, ControlRecords said, Instant now) {
        return isForgotten(request, said.all(Step.keyPrefix(request.id()), Step::decode), now);
    }

    /// @param steps that were told of it
    public static boolean isForgotten(Request request, List<Step> steps, Instant now) {
        Instant last = steps.stream()
                .map(Step::at)
                .filter(at -> at.isAfter(request.at()))
                .max(Comparator.naturalOrder())
                .orElse(request.at());
        return isForgettable(request) && Duration.between(last, now).compareTo(MOST) > 0;
    }

    /// What ends one that is open, as sentences with a space before them; empty if nothing does. What may
    /// have touched production or the way back is taken up however long nobody has worked on it.
    public static String howItEnds(Request request, ControlRecords said) {
        if (!isForgettable(request)) {
            return "";
        }
        boolean isBegun = said.hasAny(Step.keyPrefix(request.id()));
        return " 'abort' takes it back."
                + (said.isIn(Phase.CUTTING_OVER) || (said.isIn(Phase.COMPLETED) && isBegun)
                        ? ""
                        : " If no process works on it for " + MOST.toMinutes() + " minutes, it is not carried out.");
    }

    private static boolean isForgettable(Request request) {
        return switch (request.kind()) {
            case CUTOVER, ROLLBACK, RELEASE -> true;
            case ABORT -> false;
        };
    }

    /// That a request is open, as a sentence without its end.
    public static String sentence(Request request, Instant now) {
        Duration age = Duration.between(request.at(), now);
        return "'" + request.kind().label() + "' was asked for "
                + NumberText.time(age.isNegative() ? Duration.ZERO : age) + " ago (" + request.at()
                + ") and has no answer yet";
    }
}
