package io.shardstream.cli.exit;

import io.shardstream.common.loop.Sleeper;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Whether this process has been told to stop, by SIGTERM, Ctrl-C, or whoever started a command in
/// this JVM.
public final class Stop {
    private final CompletableFuture<Void> asked = new CompletableFuture<>();

    private volatile OptionalInt end = OptionalInt.empty();
    private volatile String lastWord = "nothing is lost, the same command goes on.";

    /// What somebody must know if the process does not end in time, as the end of a sentence.
    public void lastWord(String words) {
        lastWord = words;
    }

    String lastWord() {
        return lastWord;
    }

    /// Says with which exit code the process ends when it is told to stop, as it is done and only stays; empty
    /// while it has something to do, which that interrupts.
    public void endsWith(OptionalInt code) {
        end = code;
    }

    /// With which exit code it ends, if it is done and only stays.
    public OptionalInt end() {
        return end;
    }

    public void ask() {
        asked.complete(null);
    }

    public boolean isAsked() {
        return asked.isDone();
    }

    /// Completes when the process is told to stop.
    public CompletableFuture<Void> asked() {
        return asked.copy();
    }

    /// For an operation that waits: it ends when the process is told to stop, by an [InterruptedException].
    public Sleeper sleeper() {
        return time -> {
            if (askedWithin(time)) {
                throw new InterruptedException("the process was told to stop");
            }
        };
    }

    /// Waits.
    ///
    /// @return whether the process was told to stop meanwhile
    public boolean askedWithin(Duration time) {
        try {
            asked.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException | ExecutionException e) {
            return true;
        }
    }
}
