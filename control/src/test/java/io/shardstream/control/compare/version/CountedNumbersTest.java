package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CountedNumbersTest {
    @Test
    void aNumberIsThereAsOftenAsItWasAdded() {
        CountedNumbers numbers = of(5, 5, 9);
        assertThat(numbers.size()).isEqualTo(3);
        assertThat(numbers.takeAway(of(5)).toArray()).isEmpty();
        assertThat(numbers.contains(5)).isTrue();
        assertThat(numbers.takeAway(of(5)).toArray()).isEmpty();
        assertThat(numbers.contains(5)).isFalse();
        assertThat(numbers.size()).isEqualTo(1);
    }

    @Test
    void whatIsTakenTooOftenIsTold() {
        CountedNumbers numbers = of(5, 9);
        assertThat(numbers.takeAway(of(5, 5, 7, 9)).toArray()).containsExactly(5, 7);
        assertThat(numbers.isEmpty()).isTrue();
    }

    @Test
    void agreesWithCountingOneByOne() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            long base = random.nextBoolean() ? 0 : (1L << 40) - 20;
            long[] first =
                    random.longs(random.nextInt(60), 0, 20).map(n -> n + base).toArray();
            long[] second =
                    random.longs(random.nextInt(60), 0, 20).map(n -> n + base).toArray();
            Map<Long, Integer> counts = new HashMap<>();
            LongStream.of(first).forEach(n -> counts.merge(n, 1, Integer::sum));
            Set<Long> tooMany = new TreeSet<>();
            LongStream.of(second).forEach(n -> {
                if (counts.merge(n, -1, Integer::sum) < 0) {
                    tooMany.add(n);
                    counts.put(n, 0);
                }
            });
            CountedNumbers numbers = of(first);

            assertThat(numbers.takeAway(of(second)).toArray())
                    .as("seed %d", seed)
                    .containsExactly(tooMany.stream().mapToLong(Long::longValue).toArray());
            Set<Long> left = new TreeSet<>();
            numbers.distinct().forEach(left::add);
            Set<Long> expected = new TreeSet<>();
            counts.forEach((n, count) -> {
                if (count > 0) {
                    expected.add(n);
                }
            });
            assertThat(left).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static CountedNumbers of(long... numbers) {
        CountedNumbers counted = new CountedNumbers();
        LongStream.of(numbers).forEach(counted::add);
        return counted;
    }
}
