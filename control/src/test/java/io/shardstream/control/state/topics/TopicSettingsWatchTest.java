package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.RunStates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.Test;

class TopicSettingsWatchTest {
    private static final RunTopics TOPICS = new RunTopics("run");

    private final Map<String, Map<String, String>> topics = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private boolean refuses;
    private String unsettable = "";
    private int asked;

    private final TopicSettingsWatch watch =
            new TopicSettingsWatch(TopicLayout.all(TOPICS, RunStates.PLAN), new Memory(), () -> now, warnings::add);

    TopicSettingsWatchTest() {
        TopicLayout.all(TOPICS, RunStates.PLAN)
                .forEach(layout -> topics.put(layout.name(), new HashMap<>(layout.settings())));
    }

    @Test
    void topicsThatKeepTheirRecordsAreLeftAsTheyAreAndAskedForOnceAMinute() {
        pass(Duration.ofMinutes(3));
        assertThat(asked).isEqualTo(3);
        assertThat(warnings).isEmpty();
    }

    @Test
    void retentionThatSomebodyHasSetIsSetBackAndSaid() {
        set(TOPICS.docs(), "retention.ms", "1000");
        set(TOPICS.control(), "cleanup.policy", "delete");
        pass(Duration.ofMinutes(1));

        assertThat(topics.get(TOPICS.docs())).containsEntry("retention.ms", "-1");
        assertThat(topics.get(TOPICS.control())).containsEntry("cleanup.policy", "compact");
        assertThat(warnings)
                .containsExactlyInAnyOrder(
                        "Somebody has set retention.ms=1000 of topic shardstream.run.docs, by which records of the run are"
                                + " deleted: it was set back to retention.ms=-1. Find out who does that.",
                        "Somebody has set cleanup.policy=delete of topic shardstream.run.control, by which records of the"
                                + " run are deleted: it was set back to cleanup.policy=compact. Find out who does that.");
    }

    @Test
    void settingsByWhichNothingExpiresAreTheOwnersToChoose() {
        set(TOPICS.docs(), "segment.bytes", "1048576");
        set(TOPICS.control(), "retention.ms", "1000");
        pass(Duration.ofMinutes(1));
        assertThat(warnings).isEmpty();
        assertThat(topics.get(TOPICS.docs())).containsEntry("segment.bytes", "1048576");
    }

    /// As an earlier version made them.
    @Test
    void outcomesMayBeKeptLongerAndNotShorter() {
        set(TOPICS.outcomes(), "retention.ms", "-1");
        pass(Duration.ofMinutes(1));
        assertThat(warnings).isEmpty();
        assertThat(topics.get(TOPICS.outcomes())).containsEntry("retention.ms", "-1");

        set(TOPICS.outcomes(), "retention.ms", "3600000");
        pass(Duration.ofMinutes(1));
        assertThat(warnings).singleElement().asString().contains("it was set back to retention.ms=604800000");
    }

    @Test
    void whatCannotBeSetBackIsSaidOnce() {
        refuses = true;
        set(TOPICS.rejects(), "retention.bytes", "7");
        pass(Duration.ofMinutes(5));
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("retention.bytes=7", "it cannot be set back (no)", "Set retention.bytes=-1 at once.");
    }

    @Test
    void aControlTopicThatTakesNoLargeRecordsAnyMoreIsSetRight() {
        set(TOPICS.control(), "max.message.bytes", "1048588");
        pass(Duration.ofMinutes(1));
        assertThat(warnings).isEmpty();

        set(TOPICS.control(), "max.message.bytes", "65536");
        pass(Duration.ofMinutes(1));
        assertThat(topics.get(TOPICS.control())).containsEntry("max.message.bytes", "1048588");
        assertThat(warnings)
                .containsExactly(
                        "Somebody has set max.message.bytes=65536 of topic shardstream.run.control, by which large"
                                + " records of the run are refused: it was set back to max.message.bytes=1048588. Find out who"
                                + " does that.");

        refuses = true;
        set(TOPICS.control(), "max.message.bytes", "65536");
        pass(Duration.ofMinutes(3));
        assertThat(warnings)
                .hasSize(2)
                .last()
                .asString()
                .contains("it cannot be set back (no)", "Set max.message.bytes=1048588 at once.");
    }

    /// As where the brokers' policy allows no larger records.
    @Test
    void whatCannotBeSetBackKeepsNothingElseAsItIs() {
        unsettable = "max.message.bytes";
        set(TOPICS.control(), "max.message.bytes", "65536");
        pass(Duration.ofMinutes(1));
        set(TOPICS.control(), "cleanup.policy", "delete");
        pass(Duration.ofMinutes(2));

        assertThat(topics.get(TOPICS.control()))
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("max.message.bytes", "65536");
        assertThat(warnings)
                .satisfiesExactly(
                        first -> assertThat(first).contains("max.message.bytes=65536", "it cannot be set back"),
                        second -> assertThat(second).contains("cleanup.policy=delete", "are deleted: it was set back"));
    }

    @Test
    void whatWasSetBackAndCannotBeTheNextTimeIsSaidAnew() {
        refuses = true;
        set(TOPICS.rejects(), "retention.bytes", "7");
        pass(Duration.ofMinutes(1));
        set(TOPICS.rejects(), "retention.bytes", "-1");
        pass(Duration.ofMinutes(1));
        set(TOPICS.rejects(), "retention.bytes", "7");
        pass(Duration.ofMinutes(1));

        assertThat(warnings).hasSize(2);
    }

    @Test
    void aTopicThatIsNotThereIsNobodysToSet() {
        topics.remove(TOPICS.slices());
        pass(Duration.ofMinutes(1));
        assertThat(warnings).isEmpty();
    }

    private void set(String topic, String name, String value) {
        topics.computeIfAbsent(topic, _ -> new HashMap<>()).put(name, value);
    }

    private void pass(Duration time) {
        Instant end = now.plus(time);
        while (now.isBefore(end)) {
            int _ = watch.doWork();
            now = now.plusSeconds(1);
        }
    }

    private final class Memory implements TopicSettingsWatch.TopicSettings {
        @Override
        public Map<String, Map<String, String>> of(Set<String> names) {
            asked++;
            assertThat(names).hasSize(5);
            return Map.copyOf(topics);
        }

        @Override
        public void set(String topic, Map<String, String> values) {
            if (refuses || values.containsKey(unsettable)) {
                throw new PolicyViolationException("no");
            }
            topics.computeIfAbsent(topic, _ -> new HashMap<>()).putAll(values);
        }

        @Override
        public void close() {}
    }
}
