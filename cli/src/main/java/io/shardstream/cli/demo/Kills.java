package io.shardstream.cli.demo;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Kills readers and writers at the points of progress that were drawn for them.
final class Kills {
    private static final int OF_EACH_KIND = 3;

    private final KillPlan readerPlan;
    private final KillPlan writerPlan;
    private final SplittableRandom random;
    private final Consumer<String> narrator;

    /// @param narrator told each kill in a sentence
    Kills(DemoSettings settings, Consumer<String> narrator) {
        this.random = new SplittableRandom(settings.seed());
        this.readerPlan = settings.kill() ? new KillPlan(OF_EACH_KIND, random.split()) : KillPlan.none();
        this.writerPlan = settings.kill() ? new KillPlan(OF_EACH_KIND, random.split()) : KillPlan.none();
        this.narrator = narrator;
    }

    /// Kills what is due, and starts it again.
    ///
    /// @param read how much of the source has been read, 0 to 1
    /// @param written how much of it has been written, 0 to 1
    void dueAt(double read, double written, List<ServiceProcess> readers, List<ServiceProcess> writers) {
        if (readerPlan.isDue(read)) {
            killOneOf(readers, read, "read");
        }
        if (writerPlan.isDue(written)) {
            killOneOf(writers, written, "written");
        }
    }

    /// How many kills were planned and have not happened.
    int left() {
        return readerPlan.left() + writerPlan.left();
    }

    private void killOneOf(List<ServiceProcess> processes, double progress, String what) {
        ServiceProcess victim = processes.get(random.nextInt(processes.size()));
        victim.killAndRestart();
        narrator.accept("Killed %s with SIGKILL at %.0f %% %s, and started it again."
                .formatted(victim.name(), 100 * progress, what));
    }
}
