package io.shardstream.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.send.NodeFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WorkingPartsTest {
    private record FakePart(String name, List<String> closed, Optional<Limiter> limitedBy) implements RunningPart {
        @Override
        public Optional<String> refused() {
            return Optional.empty();
        }

        @Override
        public Map<Limiter, Long> heldBack() {
            return Map.of();
        }

        @Override
        public List<NodeFigures> nodes() {
            return List.of();
        }

        @Override
        public CompletableFuture<Void> end() {
            return new CompletableFuture<>();
        }

        @Override
        public String progress() {
            return "";
        }

        @Override
        public int assigned() {
            return 0;
        }

        @Override
        public ControlRecords said() {
            return ControlRecords.NONE;
        }

        @Override
        public Metrics.Registration measuredBy(Metrics metrics) {
            return metrics.add(to -> to.add(Metric.ASSIGNED, 1, name));
        }

        @Override
        public void stop() {
            closed.add("stop " + name);
        }

        @Override
        public void close() {
            closed.add(name);
        }
    }

    private final List<String> closed = new ArrayList<>();

    /// One that takes seconds to close does not keep the others from beginning to.
    @Test
    void allAreToldToStopBeforeTheLastThatStartedIsClosedFirst() {
        try (WorkingParts parts = WorkingParts.start(List.of(() -> part("writer"), () -> part("reader")))) {
            assertThat(parts.ends()).hasSize(2);
        }
        assertThat(closed).containsExactly("stop reader", "stop writer", "reader", "writer");
    }

    /// As where the jars of a process are replaced while it works.
    @Test
    void whatStartedIsClosedIfAnotherPartEndsWithAnError() {
        assertThatThrownBy(() -> WorkingParts.start(List.of(() -> part("writer"), () -> {
                    throw new NoClassDefFoundError("io.shardstream.Gone");
                })))
                .hasMessage("io.shardstream.Gone");
        assertThat(closed).containsExactly("stop writer", "writer");
    }

    @Test
    void whatStartedIsClosedIfAnotherPartDoesNotStart() {
        assertThatThrownBy(() -> WorkingParts.start(List.of(() -> part("writer"), () -> {
                    throw new IllegalStateException("no reader");
                })))
                .hasMessage("no reader");
        assertThat(closed).containsExactly("stop writer", "writer");
    }

    @Test
    void ofAllThatIsInTheWayTheWritersIsNamed() {
        Limiter queue = new Limiter(Limiter.Kind.OVERLOAD, "n2");
        Limiter windows = Limiter.of(Limiter.Kind.WINDOWS);
        assertThat(limitOf(Optional.of(queue), Optional.of(windows))).isEqualTo("limited by node n2: a full queue");
        assertThat(limitOf(Optional.empty(), Optional.of(windows))).isEqualTo("limited by reader.windows-in-flight");
        assertThat(limitOf(Optional.empty(), Optional.empty())).isEmpty();
    }

    @Test
    void allOfThemAreMeasuredUntilThatEnds() {
        try (Metrics metrics = new Metrics("cities");
                WorkingParts parts = WorkingParts.start(List.of(() -> part("writer"), () -> part("reader")))) {
            try (Metrics.Registration _ = parts.measuredBy(metrics)) {
                assertThat(scraped(metrics)).contains("part=\"reader\"").contains("part=\"writer\"");
            }
            assertThat(scraped(metrics)).doesNotContain("part=");
        }
    }

    private static String scraped(Metrics metrics) {
        return new String(metrics.scrape(), UTF_8);
    }

    private String limitOf(Optional<Limiter> writer, Optional<Limiter> reader) {
        try (WorkingParts parts = WorkingParts.start(
                List.of(() -> new FakePart("writer", closed, writer), () -> new FakePart("reader", closed, reader)))) {
            return parts.limit();
        }
    }

    private RunningPart part(String name) {
        return new FakePart(name, closed, Optional.empty());
    }
}
