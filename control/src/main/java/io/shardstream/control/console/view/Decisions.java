package io.shardstream.control.console.view;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Somebody decides something: which process controls the run, whether and how fast it works, a step of a
/// cut-over; or a verification comes to something.
final class Decisions implements EventDetector {
    @Override
    public Stream<Event> between(RunView before, RunView now) {
        ControlTopicView was = before.standing();
        ControlTopicView is = now.standing();
        Instant at = now.at();
        return Stream.of(
                        takeOver(was, is).map(sentence -> new Event(at, Kind.CONTROL, sentence)),
                        pause(was, is).map(sentence -> new Event(at, Kind.PAUSE, sentence)),
                        limits(was, is).map(sentence -> new Event(at, Kind.THROTTLE, sentence)),
                        step(was, is).map(sentence -> new Event(at, Kind.STEP, sentence)),
                        verified(was, is).map(sentence -> new Event(at, Kind.VERIFIED, sentence)))
                .flatMap(Optional::stream);
    }

    private static Optional<String> takeOver(ControlTopicView was, ControlTopicView is) {
        long epoch = was.controller().map(Controller::epoch).orElse(0L);
        return is.controller()
                .filter(controller -> controller.epoch() > epoch)
                .map(controller -> controller.who() + " controls the run now (epoch " + controller.epoch() + ")"
                        + was.controller()
                                .map(other -> ", before it " + other.who())
                                .orElse(""));
    }

    private static Optional<String> pause(ControlTopicView was, ControlTopicView is) {
        return was.pause().equals(is.pause())
                ? Optional.empty()
                : is.pause()
                        .map(pause -> "somebody paused the run" + EventDetector.because(pause.reason()))
                        .or(() -> Optional.of("the run is not paused any more"));
    }

    private static Optional<String> limits(ControlTopicView was, ControlTopicView is) {
        return was.limits().equals(is.limits())
                ? Optional.empty()
                : Optional.of("the limits are now: " + words(is.limits()));
    }

    private static String words(Map<String, String> limits) {
        return limits.isEmpty()
                ? "none"
                : limits.entrySet().stream()
                        .map(limit -> limit.getKey() + " " + limit.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static Optional<String> step(ControlTopicView was, ControlTopicView is) {
        return is.step()
                .filter(step ->
                        was.step().filter(before -> isSame(before, step)).isEmpty())
                .map(step -> "cut-over: " + step.name() + (step.isDone() ? ", done" : "")
                        + EventDetector.because(step.detail()));
    }

    /// One that is tried again is told anew, at another time.
    private static boolean isSame(Step one, Step other) {
        return one.key().equals(other.key())
                && one.isDone() == other.isDone()
                && one.detail().equals(other.detail());
    }

    private static Optional<String> verified(ControlTopicView was, ControlTopicView is) {
        Optional<Verified> news = is.verified().filter(_ -> !is.verified().equals(was.verified()));
        return news.map(verified ->
                "verified " + NumberText.of(verified.sourceDocuments(), "document") + ": " + VerifiedText.of(verified));
    }
}
