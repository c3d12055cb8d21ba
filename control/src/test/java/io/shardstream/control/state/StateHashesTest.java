package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StateHashesTest {
    @Test
    void holdsWhatASetOfTheJdkHolds() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            StateHashes hashes = new StateHashes();
            Set<Long> expected = new HashSet<>();
            long range = 1L << (2 + random.nextInt(14));
            for (int i = 0; i < 2000; i++) {
                long hash = random.nextLong(-range, range);
                hashes.add(hash);
                expected.add(hash);
                long other = random.nextLong(-range, range);
                assertThat(hashes.contains(other)).isEqualTo(expected.contains(other));
            }
            assertThat(hashes.size()).isEqualTo(expected.size());
            expected.forEach(hash -> assertThat(hashes.contains(hash)).isTrue());
        }
    }

    @Test
    void takesAtMost22BytesForEachOfAMillion() {
        StateHashes hashes = new StateHashes();
        Random random = new Random(7);
        for (int i = 1; i <= 1_000_000; i++) {
            hashes.add(random.nextLong());
            if (i > 1000 && hashes.bytes() > 22L * i) {
                assertThat(hashes.bytes()).as("bytes of %d", i).isLessThanOrEqualTo(22L * i);
            }
        }
        assertThat(hashes.size()).isEqualTo(1_000_000);
    }
}
