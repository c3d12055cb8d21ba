package io.shardstream.control.index;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.InterruptException;

/// One request to a server, for somebody who cannot wait for as long as a node may say nothing.
public final class WatchedCall {
    private static final ScopedValue<Sleeper> WATCH = ScopedValue.newInstance();

    private WatchedCall() {}

    /// A request. Called by another thread than whoever waits for it.
    @FunctionalInterface
    public interface Request<T> {
        T send() throws ElasticException;
    }

    /// Makes an attempt, in which requests that are sent by [#of(Request)] are not waited for any more when
    /// the watch ends that.
    ///
    /// @param watch told again and again, with a time of zero, while such a request is under way
    public static <T> T within(Sleeper watch, Callable<T> attempt) throws Exception {
        return ScopedValue.where(WATCH, watch).call(attempt::call);
    }

    /// Sends it by the watch of the attempt that this thread is making, as [#of(Sleeper, Request)] does.
    /// Outside of one it is sent by this thread, and waited for.
    public static <T> T of(Request<T> request) throws ElasticException {
        return WATCH.isBound() ? of(WATCH.get(), request) : request.send();
    }

    /// Sends it, and blocks. If it is not waited for any more, nothing is known of it: the server may have
    /// carried it out or not, or may do so later, as with one that was not answered in time.
    ///
    /// @param watch told again and again, with a time of zero, until there is an answer
    /// @throws InterruptException if the thread is interrupted, which stays so
    /// @throws RuntimeException what the watch throws, which ends the waiting
    public static <T> T of(Sleeper watch, Request<T> request) throws ElasticException {
        List<T> answers = new ArrayList<>();
        try {
            watch.sleep(Duration.ZERO);
            new SideBySide(1, watch).carryOut(List.<Callable<T>>of(request::send), answers::add);
        } catch (NotPrimaryException e) {
            throw new IllegalStateException("a request asks no primary", e);
        } catch (InterruptedException e) {
            // As what Kafka's clients throw, which whoever takes steps hands on. It sets the flag again.
            throw new InterruptException(e);
        }
        return answers.getFirst();
    }
}
