package io.shardstream.ittests.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.WaitResponse;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.process.Running;
import io.shardstream.localcluster.process.Signal;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A started container. Signals go to its first process, SIGKILL thereby to all (pid_namespaces(7)); a freeze is the
/// engine's, which stops all of them at once.
final class RunningContainer implements Running {

    private static final Set<RunningContainer> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(RunningContainer::endAll, "end-containers"));
    }

    private final ServerContainer container;
    private final String id;
    private final SupervisedCommand command;
    private final DockerClient client;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();

    RunningContainer(ServerContainer container, SupervisedCommand command, DockerClient client) {
        this.container = container;
        this.id = container.getContainerId();
        this.command = command;
        this.client = client;
        client.waitContainerCmd(id).exec(new ResultCallback.Adapter<>() {
            @Override
            public void onNext(WaitResponse response) {
                exit.complete(response.getStatusCode());
            }

            @Override
            public void onError(Throwable e) {
                exit.completeExceptionally(e);
            }
        });
        RUNNING.add(this);
    }

    @Override
    public long pid() {
        return Objects.requireNonNull(state().getPidLong(), "the engine tells a process id");
    }

    @Override
    public Path output() {
        return command.output();
    }

    @Override
    public boolean isAlive() {
        return !exit.isDone();
    }

    @Override
    public void send(Signal signal) {
        try {
            switch (signal) {
                case STOP -> freeze();
                case CONT -> thaw();
                case TERM, KILL ->
                    client.killContainerCmd(id).withSignal(signal.name()).exec();
            }
        } catch (ConflictException | NotFoundException e) {
            // It has ended meanwhile.
        }
    }

    private void freeze() {
        if (isAlive() && !isFrozen()) {
            client.pauseContainerCmd(id).exec();
        }
    }

    private void thaw() {
        if (isAlive() && isFrozen()) {
            client.unpauseContainerCmd(id).exec();
        }
    }

    private boolean isFrozen() {
        return Boolean.TRUE.equals(state().getPaused());
    }

    private ContainerState state() {
        return client.inspectContainerCmd(id).exec().getState();
    }

    @Override
    public void kill() {
        if (isAlive()) {
            send(Signal.KILL);
        }
        waitFor();
    }

    @Override
    public void end() {
        kill();
        command.removedAtEnd().ifPresent(RunningContainer::delete);
    }

    @Override
    public int waitFor() {
        int code = exit.join();
        remove();
        return code;
    }

    @Override
    public OptionalInt waitFor(Duration limit) throws InterruptedException {
        try {
            int code = exit.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            remove();
            return OptionalInt.of(code);
        } catch (TimeoutException e) {
            return OptionalInt.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The Docker engine does not say how " + id + " ended", e);
        }
    }

    private void remove() {
        if (RUNNING.remove(this)) {
            container.stop();
        }
    }

    private static void delete(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + folder, e);
        }
    }

    private static void endAll() {
        List.copyOf(RUNNING).forEach(RunningContainer::endWithTheJvm);
    }

    private void endWithTheJvm() {
        try {
            kill();
        } catch (RuntimeException e) {
            // Testcontainers removes it in the same moment.
        } finally {
            command.removedAtEnd().ifPresent(RunningContainer::delete);
        }
    }
}
