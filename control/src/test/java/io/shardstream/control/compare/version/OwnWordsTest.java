package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.VersionWord;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class OwnWordsTest {
    private static final int MANY = 1_000_000;

    private final OwnWordsReading reading = new OwnWordsReading(_ -> true);

    @Test
    void withoutDocumentsNothingIsFound() {
        assertThat(reading.all()).hasValueSatisfying(none -> {
            assertThat(none.size()).isZero();
            assertThat(numbersOf(none, word(0, 0))).isEmpty();
        });
    }

    @Test
    void oneDocumentIsFoundByItsWordAlone() {
        reading.accept(7, word(3, 5));

        OwnWords one = all();

        assertThat(one.size()).isEqualTo(1);
        assertThat(numbersOf(one, word(3, 5))).containsExactly(7);
        assertThat(numbersOf(one, word(3, 4), word(3, 6), word(2, 5), word(4, 5)))
                .isEmpty();
    }

    @Test
    void aMillionDocumentsOfSomeSourceShardsAreFoundInAFewBytesEach() {
        for (int document = 0; document < MANY; document++) {
            reading.accept(document, word(document / 100 % 5, document));
        }

        OwnWords all = all();

        assertThat(all.size()).isEqualTo(MANY);
        assertThat(all.bytes()).isLessThan(3L * MANY / 2);
        for (int document = 0; document < MANY; document += 99_991) {
            assertThat(numbersOf(all, word(document / 100 % 5, document))).containsExactly(document);
        }
        assertThat(numbersOf(all, word(0, 100), word(1, 0), word(4, MANY))).isEmpty();
    }

    @Test
    void numbersAndWordsInAnyOrderWithGapsAreFound() {
        Random random = new Random(1);
        int documents = 3 * OwnWordsReading.TOGETHER + 5;
        long[] numbers = new long[documents];
        long[] words = new long[documents];
        for (int document = 0; document < documents; document++) {
            // Distinct by their place in the low digits.
            numbers[document] = random.nextLong(1L << 20) * documents + document;
            words[document] = word(
                    random.nextInt(VersionWord.MAX_SOURCE_SHARDS), random.nextLong(1L << 20) * documents + document);
            reading.accept(numbers[document], words[document]);
        }

        OwnWords all = all();

        for (int document = 0; document < documents; document += 1013) {
            assertThat(numbersOf(all, words[document])).containsExactly(numbers[document]);
        }
        Arrays.sort(numbers);
        assertThat(numbersOf(all, words)).isEqualTo(numbers);
    }

    @Test
    void theEndsOfAllNumbersAreExact() {
        reading.accept(0, word(0, VersionWord.MAX_SEQ_NO));
        reading.accept(VersionWord.MAX_SEQ_NO, word(0, 0));
        reading.accept(1, new VersionWord(VersionWord.MAX_LINEAGE, 1023, VersionWord.MAX_SEQ_NO).value());
        reading.accept(2, new VersionWord(VersionWord.MAX_LINEAGE, 1023, 0).value());

        OwnWords all = all();

        assertThat(numbersOf(all, word(0, VersionWord.MAX_SEQ_NO))).containsExactly(0);
        assertThat(numbersOf(all, word(0, 0))).containsExactly(VersionWord.MAX_SEQ_NO);
        assertThat(numbersOf(all, (1L << 53) - 1)).containsExactly(1);
        assertThat(numbersOf(all, new VersionWord(VersionWord.MAX_LINEAGE, 1023, 0).value()))
                .containsExactly(2);
    }

    @Test
    void aVersionThatIsNoWordDoesNotHideWords() {
        reading.accept(4, 1);
        reading.accept(5, word(0, 9));
        reading.accept(6, Long.MAX_VALUE);
        reading.accept(7, -1);
        reading.accept(8, word(0, 10));

        assertThat(numbersOf(all(), word(0, 9), word(0, 10))).containsExactly(5, 8);
    }

    @Test
    void whatWasReadLaterIsFoundToo() {
        reading.accept(4, word(0, 9));
        OwnWordsReading later = new OwnWordsReading(_ -> true);
        later.accept(5, word(0, 9));
        later.accept(6, word(0, 10));

        OwnWords both = all().plus(later.all().orElseThrow());

        assertThat(both.size()).isEqualTo(3);
        assertThat(numbersOf(both, word(0, 9))).containsExactly(4, 5);
    }

    @Test
    void whatDoesNotFitIsNotKept() {
        OwnWordsMemory memory = new OwnWordsMemory(2, 40_000);
        OwnWordsReading first = new OwnWordsReading(bytes -> memory.takes(0, bytes));
        OwnWordsReading second = new OwnWordsReading(bytes -> memory.takes(1, bytes));
        for (int document = 0; document < OwnWordsReading.TOGETHER; document++) {
            first.accept(document, word(0, document));
            second.accept(document, word(0, document));
        }

        assertThat(first.all()).isPresent();
        assertThat(second.all()).isPresent();

        second.accept(OwnWordsReading.TOGETHER, word(0, 0));
        for (int document = 0; document < OwnWordsReading.TOGETHER; document++) {
            second.accept(document, word(0, document));
        }
        assertThat(second.all()).isEmpty();
        // What is read anew takes the place of what was read before.
        OwnWordsReading again = new OwnWordsReading(bytes -> memory.takes(1, bytes));
        again.accept(0, word(0, 0));
        assertThat(again.all()).isPresent();
    }

    private OwnWords all() {
        return reading.all().orElseThrow();
    }

    private static long word(int shard, long number) {
        return new VersionWord(1, shard, number).value();
    }

    private static long[] numbersOf(OwnWords all, long... words) {
        return all.numbersOf(Roaring64Bitmap.bitmapOf(words)).toArray();
    }
}
