package io.shardstream.cli.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/// The points of progress at which one kind of process is killed: drawn at random, one from each of
/// several stretches of the first two thirds of the copy, so that all lie well inside it.
final class KillPlan {
    private static final double FIRST = 0.03;
    private static final double LAST = 0.55;

    private final Deque<Double> points = new ArrayDeque<>();
    private double lastKill;

    KillPlan(int kills, SplittableRandom random) {
        double stretch = (LAST - FIRST) / kills;
        for (int i = 0; i < kills; i++) {
            points.add(FIRST + stretch * (i + random.nextDouble()));
        }
    }

    /// No kills.
    static KillPlan none() {
        return new KillPlan(0, new SplittableRandom());
    }

    /// Whether the next point is reached, and its kill due; each point is told once, and two points that
    /// were passed at once only after there was some work between them.
    ///
    /// @param progress how much of the work is done, 0 to 1; nothing is due any more when all of it is
    boolean isDue(double progress) {
        if (points.isEmpty() || progress >= 1 || progress < points.getFirst() || progress <= lastKill) {
            return false;
        }
        points.removeFirst();
        lastKill = progress;
        return true;
    }

    /// How many points have not been reached.
    int left() {
        return points.size();
    }
}
