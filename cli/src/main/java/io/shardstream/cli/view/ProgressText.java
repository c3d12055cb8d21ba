package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.console.view.Progress;
import java.time.Duration;
import java.util.Locale;

/// Progress in one line. Everything counts documents, except for what waits in Kafka: those are records.
final class ProgressText {
    private ProgressText() {}

    public static String line(Progress progress) {
        return progress.lag().isPresent() ? following(progress) : copying(progress);
    }

    private static String following(Progress progress) {
        return String.format(
                Locale.ROOT,
                "lag %s  waiting in Kafka %s  written %s  rejected %s  writing %s docs/s, %s/s",
                NumberText.count(progress.lag().orElse(0)),
                NumberText.count(progress.inKafka()),
                NumberText.count(progress.written()),
                NumberText.count(progress.rejected()),
                NumberText.count(Math.round(progress.docsPerSecond())),
                NumberText.bytes(progress.bytesPerSecond()));
    }

    private static String copying(Progress progress) {
        return String.format(
                Locale.ROOT,
                "%.1f %%  read %s of %s  waiting in Kafka %s  written %s  rejected %s  writing %s docs/s, %s/s  %s",
                progress.percent(),
                NumberText.count(progress.read()),
                NumberText.count(progress.goalDocs()),
                NumberText.count(progress.inKafka()),
                NumberText.count(progress.written()),
                NumberText.count(progress.rejected()),
                NumberText.count(Math.round(progress.docsPerSecond())),
                NumberText.bytes(progress.bytesPerSecond()),
                progress.timeLeft().map(ProgressText::left).orElse("nothing moves"));
    }

    private static String left(Duration left) {
        return left.isZero() ? "all written" : NumberText.time(left) + " left";
    }
}
