package io.shardstream.control.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.RunTopics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class NewsTailTest {
    private static final RunTopics TOPICS = new RunTopics("cities");
    private static final TopicPartition EVENTS = new TopicPartition(TOPICS.events(), 0);
    private static final TopicPartition MEMBERS = new TopicPartition(TOPICS.members(), 0);
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final NewsTail tail = new NewsTail(consumer, TOPICS);

    @Test
    void eventsAreTakenInAsTheyCome() {
        ends(0, 0);
        tail.poll();
        event(0, "first");
        tail.poll();
        event(1, "second");
        tail.poll();

        assertThat(tail.events()).extracting(Event::sentence).containsExactly("first", "second");
    }

    @Test
    void ofALongListOnlyTheEndIsRead() {
        ends(5_000, 0);
        tail.poll();

        assertThat(consumer.position(EVENTS)).isEqualTo(5_000 - NewsTail.MOST_EVENTS);
    }

    @Test
    void ofManyReportsOnlyTheLastThousandAreRead() {
        ends(0, 5_000);
        tail.poll();

        assertThat(consumer.position(MEMBERS)).isEqualTo(4_000);
    }

    @Test
    void whatKafkaHasDeletedIsNotAskedFor() {
        ends(5_000, 0);
        consumer.updateBeginningOffsets(Map.of(EVENTS, 4_990L));
        tail.poll();

        assertThat(consumer.position(EVENTS)).isEqualTo(4_990);
    }

    @Test
    void whereKafkaHasDeletedWhatWasToBeReadNextTheEndIsLookedForAgain() {
        ends(0, 0);
        tail.poll();
        ends(5_000, 0);
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(EVENTS, 0L)));
        tail.poll();
        tail.poll();

        assertThat(consumer.position(EVENTS)).isEqualTo(5_000 - NewsTail.MOST_EVENTS);
    }

    @Test
    void eventsThatAreReadAgainAreThereOnce() {
        ends(0, 0);
        tail.poll();
        event(0, "first");
        tail.poll();
        ends(1, 5_000);
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(MEMBERS, 0L)));
        tail.poll();
        tail.poll();
        event(0, "first");
        tail.poll();

        assertThat(tail.events()).extracting(Event::sentence).containsExactly("first");
    }

    @Test
    void soManyEventsAreKeptAndNoMore() {
        ends(0, 0);
        tail.poll();
        IntStream.range(0, NewsTail.MOST_EVENTS + 5).forEach(i -> event(i, "event " + i));
        tail.poll();

        assertThat(tail.events()).hasSize(NewsTail.MOST_EVENTS);
        assertThat(tail.events().getFirst().sentence()).isEqualTo("event 5");
    }

    @Test
    void theLastReportOfEachMemberCountsForHalfAMinute() {
        ends(0, 0);
        tail.poll();
        report(0, "a", NOW.minusSeconds(20), "old");
        report(1, "a", NOW.minusSeconds(30), "new");
        report(2, "b", NOW.minusSeconds(31), "gone");
        tail.poll();

        assertThat(tail.reports(NOW)).extracting(MemberReport::limitedBy).containsExactly("new");
    }

    @Test
    void whenAnyoneHasToldSomethingLastIsKnownHoweverLongAgoThatIs() {
        ends(0, 0);
        tail.poll();
        assertThat(tail.lastReport()).isEmpty();
        report(0, "a", NOW.minusSeconds(600), "");
        report(1, "b", NOW.minusSeconds(700), "");
        tail.poll();

        assertThat(tail.reports(NOW)).isEmpty();
        assertThat(tail.lastReport()).hasValue(NOW.minusSeconds(600));
    }

    /// Announcements of formats have a key, and whatever later versions tell in this topic.
    @Test
    void recordsWithAKeyAreNoReports() {
        ends(0, 0);
        tail.poll();
        MemberReport report = new MemberReport("reader", "a", NOW, "", List.of(), OptionalLong.empty());
        consumer.addRecord(new ConsumerRecord<>(MEMBERS.topic(), 0, 0, new byte[] {'k'}, report.encode()));
        tail.poll();

        assertThat(tail.reports(NOW)).isEmpty();
    }

    @Test
    void aReaderAndAWriterOfOneProcessBothCount() {
        ends(0, 0);
        tail.poll();
        report(0, new MemberReport("reader", "a", NOW, "", List.of(), OptionalLong.empty()));
        report(1, new MemberReport("writer", "a", NOW, "", List.of(), OptionalLong.empty()));
        tail.poll();

        assertThat(tail.reports(NOW)).extracting(MemberReport::part).containsExactlyInAnyOrder("reader", "writer");
    }

    @Test
    void itsConsumerIsClosedWithIt() {
        tail.close();

        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void whoeverAsksOnceGetsEverythingThatIsThere() {
        ends(0, 2);
        report(0, "a", NOW, "old");
        report(1, "a", NOW, "new");
        tail.pollToEnd();

        assertThat(tail.reports(NOW)).extracting(MemberReport::limitedBy).containsExactly("new");
    }

    @Test
    void whatAnotherVersionTellsIsPassedOver() {
        ends(0, 0);
        tail.poll();
        consumer.addRecord(new ConsumerRecord<>(EVENTS.topic(), 0, 0, null, "{}".getBytes(UTF_8)));
        event(1, "known");
        tail.poll();

        assertThat(tail.events()).extracting(Event::sentence).containsExactly("known");
    }

    private void ends(long events, long members) {
        consumer.updateBeginningOffsets(Map.of(EVENTS, 0L, MEMBERS, 0L));
        consumer.updateEndOffsets(Map.of(EVENTS, events, MEMBERS, members));
    }

    private void event(long offset, String sentence) {
        consumer.addRecord(
                new ConsumerRecord<>(EVENTS.topic(), 0, offset, null, new Event(NOW, Kind.PHASE, sentence).encode()));
    }

    private void report(long offset, String member, Instant at, String limitedBy) {
        report(offset, new MemberReport("reader", member, at, limitedBy, List.of(), OptionalLong.empty()));
    }

    private void report(long offset, MemberReport report) {
        consumer.addRecord(new ConsumerRecord<>(MEMBERS.topic(), 0, offset, null, report.encode()));
    }
}
