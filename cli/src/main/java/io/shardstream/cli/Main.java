package io.shardstream.cli;

import io.shardstream.cli.exit.Stop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Where the process begins and ends. SIGTERM and Ctrl-C let the command close what it holds, for
/// seconds at most, as servers that are away keep some of it waiting; the JVM then ends with 143 or 130.
public final class Main {
    private static final int SECONDS_TO_CLOSE = 5;

    private Main() {}

    public static void main(String[] arguments) {
        Stop stop = new Stop();
        CountDownLatch finished = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            stop.ask();
            await(finished);
        }));
        int code;
        try {
            code = Shardstream.commandLine(stop, System::getenv).execute(arguments);
        } finally {
            finished.countDown();
        }
        System.exit(code);
    }

    private static void await(CountDownLatch finished) {
        try {
            if (!finished.await(SECONDS_TO_CLOSE, TimeUnit.SECONDS)) {
                System.err.println("Not everything could be closed within " + SECONDS_TO_CLOSE
                        + " s, so this process ends as if killed: nothing is lost, the same command goes on.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
