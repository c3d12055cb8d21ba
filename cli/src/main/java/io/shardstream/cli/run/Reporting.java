package io.shardstream.cli.run;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.NoticeProducer;
import io.shardstream.common.kafka.ThisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the run every few seconds what a part does, for whoever looks at it.
public final class Reporting implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final NoticeProducer notices;
    private final ScheduledExecutorService clock;

    private Reporting(NoticeProducer notices, ScheduledExecutorService clock) {
        this.notices = notices;
        this.clock = clock;
    }

    public static Reporting start(RunningPart part, KafkaConnection kafka, RunTopics topics) {
        NoticeProducer notices = NoticeProducer.of(kafka, "shardstream-report", topics.members());
        PartReports reports = new PartReports(part.name(), ThisProcess.name());
        InstantSource time = InstantSource.system();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("report").factory());
        Runnable report = () -> {
            try {
                notices.tell(reports.next(part.heldBack(), part.nodes(), time.instant())
                        .encode());
            } catch (RuntimeException e) {
                // Another one would be the last: an executor gives up what has thrown.
                LOG.warn("What the {} does could not be told", part.name(), e);
            }
        };
        var _ = clock.scheduleAtFixedRate(report, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return new Reporting(notices, clock);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        notices.close();
    }
}
