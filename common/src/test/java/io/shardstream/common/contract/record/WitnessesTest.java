package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WitnessesTest {
    private static final int MANY = 300_000;

    @Test
    void aWitnessIsTheSameForTheSameIdOnly() {
        Witness one = witness(7, "a");

        assertThat(witness(7, "a")).isEqualTo(one);
        assertThat(witness(7, "b").sign()).isNotEqualTo(one.sign());
        assertThat(witness(8, "a").sign()).isNotEqualTo(one.sign());
        assertThat(Witness.of("other", 7, Bytes.utf8("a")).sign()).isNotEqualTo(one.sign());
    }

    @Test
    void theNewestIsKeptAndOlderOnesFarther() {
        Witnesses all = Witnesses.NONE;
        for (long number = 0; number <= 1_000_000; number += 10) {
            all = all.with(List.of(witness(number, "d" + number)));
        }

        assertThat(all.numbers(Long.MAX_VALUE)).containsExactly(1_000_000L, 999_990L, 999_420L, 786_430L);
    }

    @Test
    void thereAreNeverMoreThanFourAndTheyAreTheSameHoweverTheyCome() {
        Witnesses one = Witnesses.NONE;
        List<Witness> some = List.of(witness(5, "a"), witness(70, "b"), witness(71, "c"), witness(9000, "d"));
        for (Witness witness : some) {
            one = one.with(List.of(witness));
        }

        assertThat(one.numbers(Long.MAX_VALUE)).containsExactly(9000L, 71L);
        assertThat(Witnesses.NONE.with(some)).isEqualTo(one);
        assertThat(one.with(List.of())).isEqualTo(one);
    }

    @Test
    void whatWasReadAgainFurtherDownDoesNotTakeThePlaceOfTheNewest() {
        Witnesses far = Witnesses.NONE.with(List.of(witness(1_000_000, "a"), witness(999_000, "b")));

        assertThat(far.with(List.of(witness(10, "c"))).numbers(Long.MAX_VALUE)).contains(1_000_000L, 999_000L);
    }

    @Test
    void onlyAnotherDocumentOfTheSameNumberContradicts() {
        Witnesses all = Witnesses.NONE.with(List.of(witness(7, "a"), witness(700, "b")));

        assertThat(all.contradict(witness(7, "a"))).isFalse();
        assertThat(all.contradict(witness(700, "x"))).isTrue();
        assertThat(all.contradict(witness(8, "x"))).isFalse();
        assertThat(all.numbers(699)).containsExactly(7L);
        assertThat(all.numbers(700)).containsExactly(700L, 7L);
    }

    @Test
    void aCheckpointWhoseWitnessesCannotBeReadIsRefused() {
        String checkpoint =
                new String(new Checkpoint("t", "i", "h", 1, 4, 4, 4).encode(RunFormat.NEWEST), StandardCharsets.UTF_8);
        for (String witnesses : List.of(
                "{\"x\":\"1\"}",
                "{\"1\":\"g\"}",
                "{\"1\":\"10000\"}",
                "{\"-1\":\"1\"}",
                "{\"1\":\"1\",\"01\":\"2\"}")) {
            String text = checkpoint.replace("{}", witnesses);
            assertThatThrownBy(() -> Checkpoint.decode(text.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(UnknownRecordException.class)
                    .hasMessageContaining("witnesses");
        }
    }

    /// Who tries all customer numbers, or a dictionary, finds many that it might be.
    @Test
    void aSignSaysTooLittleToFindAnIdByTrying() {
        int sign = witness(7, "secret").sign();

        long same = 0;
        for (int word = 0; word < MANY; word++) {
            same += witness(7, "word" + word).sign() == sign ? 1 : 0;
        }
        assertThat(same).isBetween(1L, 30L);
    }

    private static Witness witness(long number, String id) {
        return Witness.of("index", number, Bytes.utf8(id));
    }
}
