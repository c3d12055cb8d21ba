package io.shardstream.control.run.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final Sleeper NONE = _ -> {};

    private final MemoryRun run = new MemoryRun(2, 2);
    private final ComparedRun compared = run.compared();
    private final Standstill standstill =
            new Standstill(new FinalNumbers(compared.source()), new FinalNumbers(compared.target()));

    @BeforeEach
    void copied() {
        run.source(0).index("a", "{}");
        run.source(1).index("b", "{}");
        run.copy();
    }

    @Test
    void itLastsFromTheMomentThatIsKept() {
        standstill.begin(NONE);
        assertThat(standstill.lasts(NONE)).as("begun only").isFalse();
        standstill.keep();
        assertThat(standstill.lasts(NONE)).isTrue();
        standstill.forget();
        assertThat(standstill.lasts(NONE)).isFalse();
    }

    @Test
    void aWriteToEitherSideEndsIt() {
        standstill.begin(NONE);
        run.source(1).index("c", "{}");
        standstill.keep();
        assertThat(standstill.lasts(NONE)).isFalse();

        standstill.begin(NONE);
        standstill.keep();
        run.target(0).write("d", null, run.word(0, 7), "{}");
        assertThat(standstill.lasts(NONE)).isFalse();
    }

    @Test
    void anotherPrimaryEndsIt() {
        standstill.begin(NONE);
        standstill.keep();
        run.target(1).failOver("h");
        assertThat(standstill.lasts(NONE)).isFalse();
    }

    @Test
    void anOlderStateOfADiskEndsItThoughItHasAsManyNumbers() {
        standstill.begin(NONE);
        standstill.keep();
        run.target(1).putBackWithCluster(run.target(1).disk(), true);
        assertThat(standstill.lasts(NONE)).isFalse();
    }

    @Test
    void itDoesNotBeginWhileAWriteIsUnderWay() {
        run.target(0).unsettled(1);
        standstill.begin(NONE);
        standstill.keep();
        run.target(0).unsettled(0);
        assertThat(standstill.lasts(NONE)).isFalse();
    }
}
