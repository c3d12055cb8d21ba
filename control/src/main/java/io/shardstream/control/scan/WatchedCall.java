package io.shardstream.control.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.primary.NotPrimaryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.InterruptException;

/// One request to a server, for somebody who cannot wait for as long as a node may say nothing.
public final class WatchedCall {
    private WatchedCall() {}

    /// A request. Called by another thread than whoever waits for it.
    @FunctionalInterface
    public interface Request<T> {
        T send() throws ElasticException;
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
