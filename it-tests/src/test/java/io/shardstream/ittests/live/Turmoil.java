package io.shardstream.ittests.live;

import io.shardstream.localcluster.process.LocalServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// Breaks several things at once for some seconds, some by SIGKILL and some by SIGSTOP, and heals them one after
/// another in any order. At most one broker and one data node are away at a time: what two others have acknowledged is
/// kept.
final class Turmoil {
    private static final List<Victim> VICTIMS =
            List.of(Victim.READER, Victim.WRITER, Victim.CONTROLLER, Victim.BROKER, Victim.DATA_NODE);
    private static final int LEAST_AT_ONCE = 2;
    private static final int LEAST_MILLIS = 500;
    private static final int MOST_MILLIS = 6000;
    private static final int BETWEEN_HEALS_MILLIS = 1500;

    private final LiveServers servers;
    private final Part reader;
    private final Part writer;
    private final Part control;
    private final Random random;

    Turmoil(LiveServers servers, Part reader, Part writer, Part control, long seed) {
        this.servers = servers;
        this.reader = reader;
        this.writer = writer;
        this.control = control;
        this.random = new Random(seed);
    }

    /// One time in four nothing is broken.
    ///
    /// @return what was broken, for people; empty if nothing was
    List<String> round() {
        List<String> broken = new ArrayList<>();
        List<Runnable> heals = new ArrayList<>();
        if (random.nextInt(4) > 0) {
            List<Victim> victims = new ArrayList<>(VICTIMS);
            Collections.shuffle(victims, random);
            victims.subList(0, random.nextInt(LEAST_AT_ONCE, VICTIMS.size() + 1))
                    .forEach(victim -> {
                        boolean freeze = random.nextBoolean();
                        broken.add((freeze ? "frozen " : "killed ") + victim);
                        heals.add(strike(victim, freeze));
                    });
        }
        pause(LEAST_MILLIS, MOST_MILLIS);
        Collections.shuffle(heals, random);
        heals.forEach(heal -> {
            heal.run();
            pause(0, BETWEEN_HEALS_MILLIS);
        });
        servers.awaitHealthy();
        servers.awaitInSync();
        return broken;
    }

    /// @return how it is healed
    private Runnable strike(Victim victim, boolean freeze) {
        return switch (victim) {
            case READER -> strike(reader, freeze);
            case WRITER -> strike(writer, freeze);
            case CONTROLLER -> strike(control, freeze);
            case BROKER -> strike(servers.kafka().broker(1 + random.nextInt(LiveServers.NODES)), freeze);
            case DATA_NODE, PRIMARY -> strike(servers.search().node(random.nextInt(LiveServers.NODES)), freeze);
        };
    }

    private static Runnable strike(Part part, boolean freeze) {
        if (freeze) {
            part.child().suspend();
            return () -> part.child().resume();
        }
        part.kill();
        return part::start;
    }

    private static Runnable strike(LocalServer server, boolean freeze) {
        if (freeze) {
            server.suspend();
            return server::resume;
        }
        server.kill();
        return server::start;
    }

    private void pause(int leastMillis, int mostMillis) {
        LockSupport.parkNanos(
                Duration.ofMillis(random.nextInt(leastMillis, mostMillis)).toNanos());
    }
}
