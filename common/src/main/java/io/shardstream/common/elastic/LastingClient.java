package io.shardstream.common.elastic;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An HTTP client that is made anew where one of its threads has ended. Apache's own goes on without that
/// thread: what was under way there is never answered, and once another connection would be its work all
/// later requests are refused (`AbstractIOReactorBase.connect`). A thread ends by an error of the Java
/// virtual machine, such as a class that cannot be loaded. Requests that were under way fail, and may have
/// been carried out.
final class LastingClient extends CloseableHttpAsyncClient {
    private static final Logger LOG = LoggerFactory.getLogger(LastingClient.class);

    private final Function<ThreadFactory, CloseableHttpAsyncClient> making;
    private boolean isStarted;
    private boolean isClosed;
    private Life life;

    /// @param making makes a client that is not started, with these threads
    LastingClient(Function<ThreadFactory, CloseableHttpAsyncClient> making) {
        this.making = making;
        this.life = new Life(making);
    }

    /// One client, from its making until one of its threads ends.
    private static final class Life {
        private final CloseableHttpAsyncClient client;
        private final Set<ComplexFuture<?>> underWay = ConcurrentHashMap.newKeySet();
        private volatile boolean isOver;

        Life(Function<ThreadFactory, CloseableHttpAsyncClient> making) {
            this.client = making.apply(work -> Thread.ofPlatform()
                    .daemon()
                    .name("http-client")
                    .unstarted(() -> {
                        try {
                            work.run();
                        } finally {
                            ends();
                        }
                    }));
        }

        private void ends() {
            isOver = true;
            underWay.forEach(LastingClient::fail);
        }

        <T> Future<T> execute(
                HttpHost target,
                AsyncRequestProducer request,
                AsyncResponseConsumer<T> answer,
                @Nullable HandlerFactory<AsyncPushConsumer> pushes,
                HttpContext context,
                @Nullable FutureCallback<T> callback) {
            ComplexFuture<T> future = new ComplexFuture<>(callback);
            underWay.add(future);
            try {
                future.setDependency(client.execute(target, request, answer, pushes, context, ending(future)));
            } catch (RuntimeException | Error e) {
                underWay.remove(future);
                throw e;
            }
            if (isOver) {
                fail(future);
            }
            return future;
        }

        private <T> FutureCallback<T> ending(ComplexFuture<T> future) {
            return new FutureCallback<>() {
                @Override
                public void completed(T result) {
                    underWay.remove(future);
                    boolean _ = future.completed(result);
                }

                @Override
                public void failed(Exception failure) {
                    underWay.remove(future);
                    boolean _ = future.failed(failure);
                }

                @Override
                public void cancelled() {
                    underWay.remove(future);
                    boolean _ = future.cancel();
                }
            };
        }
    }

    private static void fail(ComplexFuture<?> future) {
        boolean _ = future.failed(new IOException("a thread of this process's HTTP client has ended"));
    }

    @Override
    protected <T> Future<T> doExecute(
            HttpHost target,
            AsyncRequestProducer request,
            AsyncResponseConsumer<T> answer,
            @Nullable HandlerFactory<AsyncPushConsumer> pushes,
            HttpContext context,
            @Nullable FutureCallback<T> callback) {
        return living().execute(target, request, answer, pushes, context, callback);
    }

    private synchronized Life living() {
        if (life.isOver && !isClosed) {
            LOG.error("A thread of the HTTP client has ended: the client is made anew, and requests that were under way"
                    + " are taken for lost");
            life.client.close(CloseMode.IMMEDIATE);
            life = new Life(making);
            if (isStarted) {
                life.client.start();
            }
        }
        return life;
    }

    @Override
    public synchronized void start() {
        isStarted = true;
        life.client.start();
    }

    @Override
    public synchronized IOReactorStatus getStatus() {
        return life.client.getStatus();
    }

    @Override
    public void awaitShutdown(TimeValue time) throws InterruptedException {
        living().client.awaitShutdown(time);
    }

    @Override
    public synchronized void initiateShutdown() {
        isClosed = true;
        life.client.initiateShutdown();
    }

    @Override
    @SuppressWarnings("deprecation")
    public void register(String host, String pattern, Supplier<AsyncPushConsumer> supplier) {
        throw new UnsupportedOperationException("nothing is pushed to this client");
    }

    @Override
    public synchronized void close(CloseMode mode) {
        isClosed = true;
        life.client.close(mode);
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }
}
