package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BusyDocumentsTest {
    @Test
    void noneIsDeletedTwiceOrUpdatedAfterThatAndThoseThatAreGoneAreLeftAlone() {
        for (int documents : new int[] {600, 20_000, 1_000_000, 3_000_000}) {
            BusyDocuments chosen = of(documents);

            Set<String> touched = new HashSet<>(chosen.deleted());
            touched.addAll(chosen.updated());
            assertThat(touched.size())
                    .isEqualTo(chosen.deleted().size() + chosen.updated().size());
            assertThat(touched.stream().mapToInt(Integer::parseInt))
                    .allMatch(number -> number % 100 != 0 && number < documents);
        }
    }

    @Test
    void aSmallIndexLastsForHalfAMinuteAndUpdatesOfTwoSecondsAreOfDifferentDocuments() {
        BusyDocuments chosen = of(20_000);

        assertThat(chosen.deleted()).hasSizeGreaterThan(30 * 555);
        assertThat(chosen.updated()).hasSizeGreaterThan(2 * 555);
    }

    @Test
    void ofALargeIndexAreTakenAsManyAsAreNeeded() {
        BusyDocuments chosen = of(3_000_000);

        assertThat(chosen.deleted()).hasSizeBetween(400_000, 500_000);
        assertThat(chosen.updated()).hasSizeBetween(4_000, 5_000);
    }

    @Test
    void updatesBeginAgainAfterTheLastAndDeletesEnd() {
        BusyDocuments few = new BusyDocuments(List.of("a", "b", "c"), List.of("x", "y", "z"));

        assertThat(few.updates(2, 2)).containsExactly("z", "x");
        assertThat(few.hasMore(1, 2)).isTrue();
        assertThat(few.hasMore(2, 2)).isFalse();
    }

    private static BusyDocuments of(int documents) {
        return BusyDocuments.of(IntStream.range(0, documents).mapToObj(String::valueOf), documents, 100);
    }
}
