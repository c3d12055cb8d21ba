package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.log.About;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class ShardProblemTest {
    private final List<String> lines = new ArrayList<>();
    private final FakeClock clock = new FakeClock();
    private About about = About.shard(3);
    private final ShardProblem trouble = new ShardProblem(new Heard(lines), "index[3]", () -> about, clock);

    @Test
    void whatIsTheMatterIsToldOnceAndThatItIsOver() {
        trouble.is("nobody answers");
        trouble.is("nobody answers");
        trouble.isOver();
        trouble.isOver();
        assertThat(lines)
                .containsExactly("WARN shard=3 index[3]: nobody answers", "INFO shard=3 index[3]: reading goes on");
    }

    @Test
    void whatStaysTheMatterIsToldAgainEveryFiveMinutes() {
        for (int minute = 0; minute < 12; minute++) {
            trouble.is("nobody answers");
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(lines).hasSize(3).containsOnly("WARN shard=3 index[3]: nobody answers");
    }

    @Test
    void whomItIsAboutIsSaidAsItIsKnownByThen() {
        trouble.is("it is nowhere");
        about = about.and(About.node("n1"));
        trouble.is("it does not answer");
        assertThat(lines)
                .containsExactly(
                        "WARN shard=3 index[3]: it is nowhere", "WARN shard=3 node=n1 index[3]: it does not answer");
    }

    /// A logger without keys of its own, for which slf4j puts them before the sentence.
    private static final class Heard extends LegacyAbstractLogger {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient List<String> lines;

        Heard(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            lines.add(level + " " + MessageFormatter.basicArrayFormat(message, arguments));
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
