package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.state.controller.ForwardingJournal;
import io.shardstream.control.state.controller.Journal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What happens while Kafka takes long to write down which aliases the swap moves.
class LastLookTest {
    private static final String SOURCE = CutoverFixture.SOURCE;

    @ParameterizedTest
    @EnumSource(
            value = ReplaceIndex.class,
            names = {"WITH_COPY", "WITHOUT_WAY_BACK"})
    void aSourceThatIsOpenedAndWrittenWhileKafkaIsSlowIsNotDeleted(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        assertNotSwapped(
                run,
                () -> {
                    run.cluster.block(SOURCE, false);
                    run.run.source(0).index("late", "{}");
                },
                "was opened for writes or written to since it was compared, so it is not deleted");
    }

    @Test
    void anotherIndexOfItsNameThatIsMadeWhileKafkaIsSlowIsNotDeleted() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        Request request = control(run, () -> run.cluster.with(SOURCE, "another"));
        assertThat(run.answer(request).sentence()).contains("'cities' is not the index that this run copied");
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::uuid).containsExactly("another");
    }

    /// The process may have given production back already.
    @Test
    void nothingIsSwappedWhenTheBlockHasLastedTooLongByThen() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        assertNotSwapped(run, () -> run.run.pass(Duration.ofSeconds(30)), "cutover.max-blocked");
    }

    @Test
    void nothingIsSwappedAfterAnAbortThatCameMeanwhile() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        assertNotSwapped(run, () -> run.ask(Request.Kind.ABORT, Map.of()), "aborted by the operator");
    }

    /// Which documents clients find through it is what it says last.
    @ParameterizedTest
    @EnumSource(ReplaceIndex.class)
    void anAliasWhoseFilterIsChangedAfterTheAliasesWereReadIsMovedWithTheNewOne(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        Alias changed = new Alias("search", "{\"filter\":{\"term\":{\"tenant\":7}},\"routing\":\"7\"}");
        boolean[] isChanged = {false};
        run.cluster.around(what -> {
            if (what.equals("after definition")
                    && run.cluster.names(CutoverFixture.TARGET).stream().anyMatch(name -> name.contains("-Swap-"))) {
                run.cluster.give(SOURCE, changed);
                isChanged[0] = true;
            }
        });
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(isChanged[0]).isTrue();
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.aliases(CutoverFixture.TARGET)).contains(changed);
    }

    private static void assertNotSwapped(CutoverFixture run, Runnable meanwhile, String why) throws Exception {
        Request request = control(run, meanwhile);
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains(why);
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    private static Request control(CutoverFixture run, Runnable meanwhile) throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control(new SlowJournal(run.topic.journal(), meanwhile));
        return request;
    }

    /// Does something once while the last notes before the swap are written.
    private static final class SlowJournal extends ForwardingJournal {
        private final Runnable meanwhile;
        private boolean isDone;

        SlowJournal(Journal inner, Runnable meanwhile) {
            super(inner);
            this.meanwhile = meanwhile;
        }

        @Override
        public long write(Map<String, byte @Nullable []> records) {
            if (!isDone && isLast(Optional.ofNullable(records.get(CutoverNotes.KEY)))) {
                isDone = true;
                meanwhile.run();
            }
            return super.write(records);
        }

        private static boolean isLast(Optional<byte[]> notes) {
            return notes.map(CutoverNotes::decode)
                    .flatMap(CutoverNotes::aliases)
                    .filter(names -> names.contains(SOURCE))
                    .isPresent();
        }
    }
}
