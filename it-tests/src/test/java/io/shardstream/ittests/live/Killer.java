package io.shardstream.ittests.live;

import io.shardstream.localcluster.search.SearchNode;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/// Kills (SIGKILL) at random moments, and starts again what it killed.
final class Killer {
    private static final int LEAST_MILLIS = 500;
    private static final int MOST_MILLIS = Integer.getInteger("shardstream.live.pause", 3500);

    private final LiveServers servers;
    private final LoadedRun run;
    private final Part reader;
    private final Part writer;
    private final Part control;
    private final SplittableRandom random;
    /// The epoch of the last controller that was killed, 0 before the first.
    private long killedEpoch;

    Killer(LiveServers servers, LoadedRun run, Part reader, Part writer, Part control, long seed) {
        this.servers = servers;
        this.run = run;
        this.reader = reader;
        this.writer = writer;
        this.control = control;
        this.random = new SplittableRandom(seed);
    }

    /// Waits until everything is at work and then for a random while, kills, and returns when what was killed is back.
    void strike(Victim victim) {
        // A process that has only just been started has nothing to lose yet.
        run.awaitProgress();
        long epoch = run.awaitController(killedEpoch);
        pause();
        switch (victim) {
            case READER -> reader.killAndStart();
            case WRITER -> writer.killAndStart();
            case CONTROLLER -> {
                killedEpoch = epoch;
                control.killAndStart();
            }
            case BROKER -> servers.killAndStart(servers.kafka().broker(1 + random.nextInt(LiveServers.NODES)));
            case DATA_NODE -> servers.killAndStart(servers.search().node(random.nextInt(LiveServers.NODES)));
            case PRIMARY -> {
                SearchNode node = servers.primaryOf(run.source(), random.nextInt(run.sourceShards()));
                servers.killAndStart(node);
            }
        }
    }

    void pause() {
        LockSupport.parkNanos(
                Duration.ofMillis(random.nextInt(LEAST_MILLIS, MOST_MILLIS)).toNanos());
    }
}
