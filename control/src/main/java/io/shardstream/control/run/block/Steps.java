package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.WatchedCall;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The steps of one request: each is told before it is taken, which only the controller can, and tried again
/// while a server is away. What a server refuses ends a step: at once, or in [#patient()] steps when it has
/// been refused often enough to be believed. What to do then is up to the caller; if nobody catches it, the
/// controlling begins anew, and with it the request.
public final class Steps {
    private static final Logger LOG = LoggerFactory.getLogger(Steps.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final String QUESTION = "ask the servers";
    /// For how long servers are asked where nobody should wait for them for ever.
    private static final Duration ASKING = Duration.ofSeconds(60);

    private final ControllerEpoch term;
    private final Request request;
    private final Sleeper sleeper;
    private Instant deadline = Instant.MAX;
    private Supplier<String> atDeadline = () -> "";
    private int number;
    private String current = "";
    private boolean isTaking;
    private String trouble = "";
    private boolean isPatient;
    private Heard heard = Heard.ABORT;
    private boolean endsWithProcess;
    private NoUse noUse = Optional::empty;
    /// What it asks is a question to production's cluster.
    private Instant nextUse = Instant.MIN;

    /// Which requests end a step.
    private enum Heard {
        NONE,
        /// An abort of the cut-over.
        ABORT,
        /// Every other one.
        ANOTHER
    }

    public Steps(ControllerEpoch term, Request request, Sleeper sleeper) {
        this.term = term;
        this.request = request;
        this.sleeper = sleeper;
    }

    /// What is tried.
    public interface Attempt<T> {
        /// @return empty if it must be tried again
        Optional<T> make() throws Exception;
    }

    /// Why there is no use in trying again.
    @FunctionalInterface
    public interface NoUse {
        /// @return the end of a sentence; empty if there may be
        Optional<String> now() throws ElasticException;
    }

    /// What came of a step.
    ///
    /// @param detail for people
    public record Taken<T>(T value, String detail) {}

    /// What came of a question that may have no answer ever again.
    ///
    /// @param answer empty if there is none
    /// @param why there is none, as the end of a sentence
    public record Asked<T>(Optional<T> answer, String why) {}

    /// Counts on from these.
    public Steps after(Steps earlier) {
        number = earlier.number;
        return this;
    }

    /// Takes steps whatever the operator asks for meanwhile, and however long a server is away. One refusal
    /// is not believed: a node that has just started knows no index, and a security index may come back.
    public Steps patient() {
        isPatient = true;
        heard = Heard.NONE;
        return this;
    }

    /// Patient steps that end when another request has taken the place of theirs.
    public Steps untilReplaced() {
        isPatient = true;
        heard = Heard.ANOTHER;
        return this;
    }

    /// Asks when something has failed whether there is any use in trying it again, at once and then once a
    /// second.
    public Steps unless(NoUse why) {
        noUse = why;
        return this;
    }

    /// Whether steps that are taken [#untilReplaced()] end, too, when the controller is leaving.
    public void endWithProcess(boolean doThey) {
        endsWithProcess = doThey;
    }

    /// No step goes on beyond this, patient or not.
    ///
    /// @param why asked when it is reached, for the operator
    public void until(Instant deadline, Supplier<String> why) {
        this.deadline = deadline;
        this.atDeadline = why;
    }

    /// No step goes on for longer than servers are asked.
    public void whileServersAnswer() {
        until(now().plus(ASKING), () -> unanswered(ASKING));
    }

    /// That they did not, as a part of a sentence.
    public String unanswered(Duration within) {
        return "the servers did not answer within " + within.toSeconds() + " s"
                + (trouble.isEmpty() ? "" : ": " + trouble);
    }

    public Instant deadline() {
        return deadline;
    }

    /// What the step that is being taken was last tried again for; empty if it was not.
    public String trouble() {
        return trouble;
    }

    /// Takes a step.
    ///
    /// @throws GivenUpException at the deadline, or if an abort was asked for
    /// @throws ReplacedException if another request has taken the place of one that is to be [#untilReplaced()]
    /// @throws ElasticException.Refused if a server refuses it for good
    /// @throws io.shardstream.control.state.controller.DeposedException if another controller has taken over
    public <T> T take(String name, Attempt<Taken<T>> attempt) throws Exception {
        return take(name, attempt, term::write);
    }

    /// The same for a step that no later controller goes by: that it is done is written together with the
    /// next record, so that nobody waits for Kafka in between. That it is begun is written at once, as of
    /// every step.
    public <T> T takeTellingLater(String name, Attempt<Taken<T>> attempt) throws Exception {
        return take(name, attempt, term::writeLater);
    }

    /// The same for a step that reads whole indices. What fails late may fail each time: it is left alone for
    /// as long as the last try took, and given up when it has failed often and for long.
    public <T> T takeReading(String name, Attempt<Taken<T>> attempt) throws Exception {
        Instant first = now();
        FailedTries failed = new FailedTries();
        return take(name, () -> {
            if (failed.areMany(first, now())) {
                throw new GivenUpException(
                        "'" + name + "' has failed " + failed.count() + " times, the last time by: " + failed.last());
            }
            for (Instant until = now().plus(failed.took()); now().isBefore(until); ) {
                sleeper().sleep(BETWEEN_LOOKS);
            }
            Instant begun = now();
            try {
                return attempt.make();
            } catch (ElasticException | NotPrimaryException | RetriableException e) {
                failed.add(Duration.between(begun, now()), e);
                throw e;
            }
        });
    }

    private <T> T take(String name, Attempt<Taken<T>> attempt, BiConsumer<String, byte[]> whenDone) throws Exception {
        number++;
        current = name;
        trouble = "";
        StepRefusals refusals = new StepRefusals(isPatient);
        isTaking = true;
        try {
            while (true) {
                requireGoingOn();
                // At each try, since between two of them another controller may have taken over.
                tell(name, false, trouble);
                trouble = "";
                Optional<Taken<T>> taken = tryOnce(name, attempt, refusals);
                if (taken.isPresent()) {
                    String detail = taken.get().detail();
                    Step done = step(name, true, detail);
                    whenDone.accept(done.key(), done.encode());
                    logDone(name, detail);
                    return taken.get().value();
                }
                sleeper.sleep(BETWEEN_TRIES);
            }
        } finally {
            isTaking = false;
        }
    }

    /// Says what the step waits for that is being taken.
    public void waits(String what) {
        LOG.warn("'{}' waits: {}", current, what);
        tell(current, false, what);
    }

    /// Says that a step is still being taken, if one is, so that nobody takes it for forgotten.
    public void goesOn() {
        if (isTaking) {
            tell(current, false, trouble);
        }
    }

    /// A step that either happens or not yet.
    public void take(String name, String detail, Attempt<Boolean> attempt) throws Exception {
        boolean _ = take(name, () -> attempt.make().filter(done -> done).map(done -> new Taken<>(done, detail)));
    }

    /// For what takes long within a step: it ends by what ends the step, whenever it waits.
    public Instant now() {
        return term.clock().instant();
    }

    public Sleeper sleeper() {
        return time -> {
            requireGoingOn();
            sleeper.sleep(time);
        };
    }

    /// Asks something, and tells it only where the answer is waited for. Ends as [#take(String, Attempt)] does.
    public <T> T tried(Callable<T> question) throws Exception {
        StepRefusals refusals = new StepRefusals(isPatient);
        boolean isTold = false;
        while (true) {
            requireGoingOn();
            Optional<T> answer = tryOnce(QUESTION, () -> Optional.of(question.call()), refusals);
            if (answer.isPresent()) {
                if (isTold) {
                    tell(QUESTION, true, "");
                }
                return answer.get();
            }
            if (!isTold) {
                isTold = true;
                number++;
                current = QUESTION;
            }
            tell(QUESTION, false, trouble);
            sleeper.sleep(BETWEEN_TRIES);
        }
    }

    /// The same for as long as servers are asked.
    public <T> Asked<T> soon(Callable<T> question) throws Exception {
        return soon(ASKING, question);
    }

    /// Asks a cluster that may be gone for good, and that production does not wait for. For steps that no
    /// abort ends.
    ///
    /// @param most for how long it is asked
    /// @param question takes such steps
    public <T> Asked<T> soon(Duration most, Callable<T> question) throws Exception {
        Instant before = deadline;
        Supplier<String> whyBefore = atDeadline;
        Instant end = now().plus(most);
        until(
                end.isBefore(before) ? end : before,
                () -> "no answer within " + most.toSeconds() + " s" + (trouble.isEmpty() ? "" : " (" + trouble + ")"));
        try {
            return new Asked<>(Optional.of(question.call()), "");
        } catch (GivenUpException | ElasticException.Refused e) {
            LOG.warn(
                    "{} has no answer, and is not waited for: {}",
                    current.isEmpty() ? "A question" : "'" + current + "'",
                    e.getMessage());
            return new Asked<>(Optional.empty(), ElasticException.inSentence(e));
        } finally {
            until(before, whyBefore);
        }
    }

    private <T> Optional<T> tryOnce(String name, Attempt<T> attempt, StepRefusals refusals) throws Exception {
        try {
            return WatchedCall.within(sleeper(), attempt::make);
        } catch (ElasticException.Refused e) {
            if (refusals.areForGood(e)) {
                throw e;
            }
            again(name, e.inSentence());
        } catch (ElasticException e) {
            again(name, e.inSentence());
        } catch (NotPrimaryException | RetriableException e) {
            again(name, String.valueOf(e.getMessage()));
        }
        requireUse();
        return Optional.empty();
    }

    /// @throws GivenUpException if there is no use in trying again
    private void requireUse() throws Exception {
        Instant now = now();
        if (now.isBefore(nextUse)) {
            return;
        }
        nextUse = now.plus(BETWEEN_LOOKS);
        try {
            WatchedCall.within(sleeper(), noUse::now).ifPresent(why -> {
                throw new GivenUpException(why);
            });
        } catch (ElasticException e) {
            LOG.debug("Whether there is any use in trying again cannot be told", e);
        }
    }

    private void again(String name, String why) {
        LOG.warn("'{}' is tried again: {}", name, why);
        trouble = "it is tried again, " + why;
    }

    /// @throws GivenUpException at the deadline, if an abort was asked for, or if the controller is leaving
    /// @throws ReplacedException if another request has taken the place of one that is to be [#untilReplaced()]
    public void requireGoingOn() {
        Optional<Request> wish = term.request();
        switch (heard) {
            case NONE -> {}
            case ABORT -> {
                requireStaying();
                if (wish.isPresent() && wish.get().kind() == Request.Kind.ABORT) {
                    throw new GivenUpException("it was aborted by the operator");
                }
            }
            case ANOTHER -> {
                if (endsWithProcess) {
                    requireStaying();
                }
                if (wish.isPresent() && !wish.get().id().equals(request.id())) {
                    throw new ReplacedException(wish.get());
                }
            }
        }
        if (!term.clock().instant().isBefore(deadline)) {
            throw new GivenUpException(atDeadline.get());
        }
    }

    private void requireStaying() {
        term.leaving().ifPresent(why -> {
            throw new GivenUpException(why);
        });
    }

    private void tell(String name, boolean isDone, String detail) {
        Step step = step(name, isDone, detail);
        term.write(step.key(), step.encode());
        if (isDone) {
            logDone(name, detail);
        }
    }

    private Step step(String name, boolean isDone, String detail) {
        return new Step(
                request.id(),
                term.epoch(),
                number,
                name,
                isDone,
                detail,
                term.clock().instant());
    }

    private void logDone(String name, String detail) {
        LOG.info("{} {}: {}{}", request.kind().label(), number, name, detail.isEmpty() ? "" : ": " + detail);
    }
}
