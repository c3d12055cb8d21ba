package io.shardstream.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final List<String> order = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();

    @Test
    void everyOtherRoundGoesTheOppositeWay() throws Exception {
        Turns.take(3, List.of(counting("a", 1), counting("b", 10)), heard::add);
        assertThat(order).containsExactly("a1", "b1", "b2", "a2", "a3", "b3");
    }

    @Test
    void eachFigureIsKeptWithItsContestantInTheOrderOfTheRounds() throws Exception {
        Measured measured = Turns.take(2, List.of(counting("a", 1), counting("b", 10)), heard::add);
        assertThat(measured.names()).containsExactly("a", "b");
        assertThat(measured.of("a").values()).containsExactly(1.0, 2.0);
        assertThat(measured.ratio("b", "a").values()).containsExactly(10.0, 10.0);
        assertThat(measured.fastest(name -> true)).isEqualTo("b");
        assertThat(measured.fastest(name -> !name.equals("b"))).isEqualTo("a");
    }

    @Test
    void eachRunIsToldInALine() throws Exception {
        Turns.take(1, List.of(counting("a", 1), counting("b", 10)), heard::add);
        assertThat(heard).hasSize(2).first().asString().startsWith("round 1  a").endsWith(" 1.0");
    }

    private Contestant counting(String name, double factor) {
        return new NamedContestant(name, round -> {
            order.add(name + round);
            return factor * round;
        });
    }
}
