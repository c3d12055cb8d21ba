package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpanIndexTest {
    @Test
    void findsWhatALookAtEverySpanFinds() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            List<NumberSpan> spans = spans(random);
            SpanIndex index = new SpanIndex(spans);
            for (long number = -2; number < 60; number++) {
                assertThat(index.of(number)).as("%d in %s", number, spans).isEqualTo(bySight(spans, number));
                long end = number + 1 + random.nextInt(9);
                assertThat(index.meets(number, end))
                        .as("%d to %d in %s", number, end, spans)
                        .isEqualTo(meetsBySight(spans, number, end));
            }
        }
    }

    @Test
    void spansWithoutBoundsHoldWhatLiesBeyond() {
        SpanIndex index = new SpanIndex(NumberSpan.outside(List.of(new NumberSpan(5, 7), new NumberSpan(9, 10))));
        assertThat(List.of(index.of(-1_000_000), index.of(6), index.of(8), index.of(9), index.of(Long.MAX_VALUE - 1)))
                .containsExactly(0, SpanIndex.NONE, 1, SpanIndex.NONE, 2);
    }

    @Test
    void noSpansHoldNothing() {
        assertThat(new SpanIndex(List.of()).of(0)).isEqualTo(SpanIndex.NONE);
    }

    @Test
    void spansThatAreNotInOrderAreRefused() {
        assertThatThrownBy(() -> new SpanIndex(List.of(new NumberSpan(3, 5), new NumberSpan(4, 6))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in order and apart");
    }

    private static List<NumberSpan> spans(Random random) {
        List<NumberSpan> spans = new ArrayList<>();
        long from = random.nextInt(4);
        for (int i = 0; i < random.nextInt(7); i++) {
            long to = from + 1 + random.nextInt(8);
            spans.add(new NumberSpan(from, to));
            from = to + random.nextInt(5);
        }
        return spans;
    }

    private static int bySight(List<NumberSpan> spans, long number) {
        for (int i = 0; i < spans.size(); i++) {
            if (spans.get(i).contains(number)) {
                return i;
            }
        }
        return SpanIndex.NONE;
    }

    private static boolean meetsBySight(List<NumberSpan> spans, long first, long end) {
        return spans.stream().anyMatch(span -> first < span.to() && end > span.from());
    }
}
