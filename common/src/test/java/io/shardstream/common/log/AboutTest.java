package io.shardstream.common.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.spi.DefaultLoggingEventBuilder;

class AboutTest {
    @Test
    void aLineSaysEachKeyInTheOrderOfTheList() {
        assertThat(said(About.node("n1").and(About.index("cities")).and(About.lane(3))))
                .extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("lane=3", "node=n1", "index=cities");
    }

    @Test
    void aNodeThatIsNotKnownIsNotSaid() {
        assertThat(About.shard(0).and(About.node("")).values()).isEqualTo(Map.of(LogKey.SHARD, 0));
    }

    @Test
    void ofTwoThatSayTheSameTheLaterCounts() {
        assertThat(About.node("n1").and(About.node("n2")).values()).isEqualTo(Map.of(LogKey.NODE, "n2"));
    }

    private static List<KeyValuePair> said(About about) {
        Line line = new Line();
        about.in(line);
        return line.pairs();
    }

    private static final class Line extends DefaultLoggingEventBuilder {
        Line() {
            super(NOPLogger.NOP_LOGGER, Level.INFO);
        }

        List<KeyValuePair> pairs() {
            LoggingEvent event = loggingEvent;
            return ((DefaultLoggingEvent) event).getKeyValuePairs();
        }
    }
}
