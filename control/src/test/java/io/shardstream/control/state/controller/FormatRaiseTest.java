package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.MemberFormat;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.Understanding.Part;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The controller, the announcements and the group of readers, of which each test has members of several
/// versions.
class FormatRaiseTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition MEMBERS = new TopicPartition(TOPICS.members(), 0);
    private static final Part READERS = new Part("reader", "shardstream-reader", TOPICS.readersGroup());
    private static final int NEWER = 2;

    private final MemoryTopic topic = new MemoryTopic();
    private final MockConsumer<byte[], byte[]> members = new MockConsumer<>("none");
    /// By client id or instance, what a member announces; null for nothing.
    private final Map<MemberDescription, @Nullable Integer> group = new HashMap<>();

    private Instant now = Instant.EPOCH;
    private boolean groupsAreKnown = true;
    /// Announcements that the controller has not read yet, if it reads one a second.
    private final Queue<ConsumerRecord<byte[], byte[]>> unread = new ArrayDeque<>();

    private boolean readsSlowly;
    private final List<String> told = new ArrayList<>();
    private long end;
    private int worked;
    private final Announcements announcements = new Announcements(members, TOPICS, () -> now);
    private final Understanding understanding = new Understanding(announcements, () -> now);
    private final FormatRaise raise = raise(NEWER);

    @BeforeEach
    void prepared() {
        members.updateEndOffsets(Map.of(MEMBERS, 0L));
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
    }

    private FormatRaise raise(int newest) {
        return new FormatRaise(
                new ControllerWork() {
                    @Override
                    public void goOn(ControllerEpoch term) {
                        worked++;
                    }

                    @Override
                    public void carryOut(Request request, ControllerEpoch term) {
                        worked++;
                    }
                },
                () -> {
                    announcements.poll();
                    if (!groupsAreKnown) {
                        throw new KafkaException("not authorized");
                    }
                    return understanding.of(READERS, group.keySet());
                },
                newest,
                "9.1.0",
                (level, sentence) -> told.add(level + " " + sentence));
    }

    @Test
    void theFormatIsRaisedWhenTheLastOlderMemberHasLeft() throws Exception {
        ControllerEpoch term = term();
        member("shardstream-reader-new@host", NEWER);
        MemberDescription older = member("shardstream-reader-old@host", 1);
        minutes(term, 10);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
        assertThat(controller().version()).isEmpty();

        group.remove(older);
        minutes(term, 2);
        assertThat(topic.said().raisedFormat())
                .hasValueSatisfying(raised -> assertThat(raised.format()).isEqualTo(NEWER))
                .hasValueSatisfying(raised -> assertThat(raised.version()).isEqualTo("9.1.0"));
        assertThat(controller().version()).isNotEmpty();
        assertThatThrownBy(() -> ControllerEpoch.begin(topic.journal(1), "old", () -> now))
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("start version 9.1.0 or a newer one");
        assertThat(worked).isPositive();
    }

    @Test
    void whoAnnouncesNothingUnderstandsTheFirstFormatOnly() throws Exception {
        ControllerEpoch term = term();
        member("shardstream-reader-new@host", NEWER);
        member("shardstream-reader-old@host", null);
        minutes(term, 10);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    @Test
    void aMemberOfAnotherMakeUnderstandsTheFirstFormatOnly() throws Exception {
        ControllerEpoch term = term();
        member("mine", NEWER);
        minutes(term, 10);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    @Test
    void allMustHaveUnderstoodItForAMinuteOnEnd() throws Exception {
        ControllerEpoch term = term();
        member("shardstream-reader-new@host", NEWER);
        seconds(term, 55);
        MemberDescription older = member("shardstream-reader-old@host", 1);
        seconds(term, 10);
        group.remove(older);
        seconds(term, 55);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
        seconds(term, 15);
        assertThat(format()).isEqualTo(NEWER);
    }

    /// An older one may have come while another controller looked, and not be there at either look of this
    /// one.
    @Test
    void theMinuteIsOneInWhichThisProcessControlsTheRun() throws Exception {
        member("shardstream-reader-new@host", NEWER);
        seconds(term(), 30);
        for (int i = 0; i < 3600; i++) {
            pass();
        }
        ControllerEpoch again = term();
        raise.begin();
        seconds(again, 55);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
        seconds(again, 15);
        assertThat(format()).isEqualTo(NEWER);
    }

    /// A container that is started again with the version of before has the same name in the same pod.
    @Test
    void whatTheProcessAnnouncedThatAnOlderOneTookThePlaceOfIsForgotten() throws Exception {
        ControllerEpoch term = term();
        MemberDescription pod = member("shardstream-reader-1@pod", NEWER);
        seconds(term, 55);
        group.remove(pod);
        group.put(description("shardstream-reader-1@pod", Optional.empty(), "another id"), null);
        minutes(term, 10);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    /// A controller that sweeps for half an hour reads what was announced meanwhile when it has found another
    /// member.
    @Test
    void whatAPredecessorAnnouncedIsNotItsSuccessorsThoughItIsReadLate() throws Exception {
        ControllerEpoch term = term();
        MemberDescription before = description("shardstream-reader-1@a", Optional.of("r-0"), "id");
        group.put(before, NEWER);
        seconds(term, 30);
        for (int i = 0; i < 1800; i++) {
            pass();
        }
        group.remove(before);
        MemberDescription older = description("shardstream-reader-1@b", Optional.of("r-0"), "another id");
        group.put(older, null);
        readsSlowly = true;
        minutes(term, 20);
        assertThat(format()).isEqualTo(RunFormat.FIRST);

        group.remove(older);
        group.put(description("shardstream-reader-1@c", Optional.of("r-0"), "a third id"), NEWER);
        minutes(term, 3);
        assertThat(format()).isEqualTo(NEWER);
    }

    @Test
    void allThatCameSinceTheLastLookIsTakenIn() throws Exception {
        ControllerEpoch term = term();
        members.setMaxPollRecords(2);
        for (int i = 0; i < 40; i++) {
            member("shardstream-reader-" + i + "@host", NEWER);
        }
        minutes(term, 3);
        assertThat(format()).isEqualTo(NEWER);
    }

    @Test
    void aStaticMemberIsKnownByItsNameThoughItsGroupHasTheClientOfBefore() throws Exception {
        ControllerEpoch term = term();
        group.put(description("shardstream-reader-4711@host", Optional.of("r-0"), "id"), NEWER);
        minutes(term, 2);
        assertThat(format()).isEqualTo(NEWER);
    }

    @Test
    void whileKafkaDoesNotSayWhoIsThereNothingIsRaised() throws Exception {
        ControllerEpoch term = term();
        member("shardstream-reader-new@host", NEWER);
        seconds(term, 50);
        groupsAreKnown = false;
        minutes(term, 5);
        groupsAreKnown = true;
        seconds(term, 50);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    @Test
    void thatKafkaDoesNotSayWhoIsThereIsToldOnceAndWhy() throws Exception {
        ControllerEpoch term = term();
        groupsAreKnown = false;
        seconds(term, 50);
        assertThat(told).isEmpty();
        minutes(term, 5);
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("WARN The run's records stay in format 1: Kafka has not said for a minute")
                .contains("not authorized", "may describe the run's groups");
    }

    @Test
    void whoHasNotAnnouncedTheNewerFormatIsToldOnce() throws Exception {
        ControllerEpoch term = term();
        member("shardstream-reader-new@host", NEWER);
        member("shardstream-reader-old@host", null);
        minutes(term, 10);
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("INFO The run's records stay in format 1: format 2 is written once every process")
                .endsWith("may not write to the run's members topic: reader old@host (format 1)");
    }

    @Test
    void nobodyAtAllRaisesNothing() throws Exception {
        minutes(term(), 5);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    @Test
    void theNewestFormatThatAllUnderstandIsTakenAndNoneThatTheControllerDoesNotKnow() throws Exception {
        ControllerEpoch term = term();
        member("shardstream-reader-newest@host", 7);
        minutes(term, 2);
        assertThat(format()).isEqualTo(NEWER);
    }

    @Test
    void anOlderControllerRaisesNothing() throws Exception {
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(1), "old", () -> now);
        member("shardstream-reader-new@host", NEWER);
        FormatRaise older = raise(1);
        for (int i = 0; i < 120; i++) {
            step(older, term);
        }
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    @Test
    void duringACutOverNothingIsRaised() throws Exception {
        ControllerEpoch term = term();
        term.enter(new RunStage.Backfill().caughtUp());
        term.enter(new RunStage.CatchingUp("").cutOver());
        member("shardstream-reader-new@host", NEWER);
        minutes(term, 5);
        assertThat(format()).isEqualTo(RunFormat.FIRST);
    }

    private MemberDescription member(String client, @Nullable Integer format) {
        MemberDescription member = description(client, Optional.empty(), client + "-id");
        group.put(member, format);
        return member;
    }

    private static MemberDescription description(String client, Optional<String> instance, String id) {
        return new MemberDescription(
                id,
                instance,
                Optional.empty(),
                client,
                "/127.0.0.1",
                new MemberAssignment(Set.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private ControllerEpoch term() {
        return ControllerEpoch.begin(topic.journal(), "new", () -> now);
    }

    private void minutes(ControllerEpoch term, int minutes) throws Exception {
        seconds(term, minutes * 60);
    }

    private void seconds(ControllerEpoch term, int seconds) throws Exception {
        for (int i = 0; i < seconds; i++) {
            step(raise, term);
        }
    }

    /// A second, in which every fifth time all members announce what they understand.
    private void step(FormatRaise by, ControllerEpoch term) throws Exception {
        pass();
        deliver();
        term.request();
        by.goOn(term);
    }

    private void pass() {
        now = now.plus(Duration.ofSeconds(1));
        if (now.getEpochSecond() % 5 == 0) {
            group.forEach(this::announce);
        }
    }

    private void announce(MemberDescription member, @Nullable Integer format) {
        if (format == null) {
            return;
        }
        MemberFormat told = new MemberFormat(
                READERS.name(),
                member.clientId().replace("shardstream-reader-", ""),
                member.groupInstanceId().orElse(""),
                format,
                "9.1.0");
        unread.add(new ConsumerRecord<>(
                TOPICS.members(), 0, end++, MemberFormat.KEY.getBytes(StandardCharsets.UTF_8), told.encode()));
        members.updateEndOffsets(Map.of(MEMBERS, end));
    }

    private void deliver() {
        for (int most = readsSlowly ? 1 : unread.size(); most > 0 && !unread.isEmpty(); most--) {
            members.addRecord(unread.remove());
        }
    }

    private int format() {
        return topic.said().format();
    }

    private Controller controller() {
        return topic.said().of(Controller.KEY, Controller::decode).orElseThrow();
    }
}
