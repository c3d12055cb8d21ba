package io.shardstream.cli.view;

import io.shardstream.common.numbers.Numbers;
import io.shardstream.control.progress.Progress;
import java.time.Duration;
import java.util.Locale;

/// Progress in one line. Everything counts documents, except for what waits in Kafka: those are records.
public final class ProgressText {
    private ProgressText() {}

    public static String line(Progress progress) {
        return progress.lag().isPresent() ? following(progress) : copying(progress);
    }

    private static String following(Progress progress) {
        return String.format(
                Locale.ROOT,
                "lag %s  waiting in Kafka %s  written %s  rejected %s  writing %s docs/s, %s/s",
                Numbers.count(progress.lag().orElse(0)),
                Numbers.count(progress.inKafka()),
                Numbers.count(progress.written()),
                Numbers.count(progress.rejected()),
                Numbers.count(Math.round(progress.docsPerSecond())),
                Numbers.bytes(progress.bytesPerSecond()));
    }

    private static String copying(Progress progress) {
        return String.format(
                Locale.ROOT,
                "%.1f %%  read %s of %s  waiting in Kafka %s  written %s  rejected %s  writing %s docs/s, %s/s  %s",
                progress.percent(),
                Numbers.count(progress.read()),
                Numbers.count(progress.goalDocs()),
                Numbers.count(progress.inKafka()),
                Numbers.count(progress.written()),
                Numbers.count(progress.rejected()),
                Numbers.count(Math.round(progress.docsPerSecond())),
                Numbers.bytes(progress.bytesPerSecond()),
                progress.timeLeft().map(ProgressText::left).orElse("nothing moves"));
    }

    private static String left(Duration left) {
        return left.isZero() ? "all written" : Numbers.time(left) + " left";
    }
}
