package io.shardstream.common.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BytesTest {
    private static final Bytes HELLO = Bytes.utf8("say hello twice").slice(4, 9);

    @Test
    void equalsByContentWhereverItLies() {
        assertThat(HELLO).isEqualTo(Bytes.utf8("hello")).hasSameHashCodeAs(Bytes.utf8("hello"));
        assertThat(HELLO).isNotEqualTo(Bytes.utf8("hellO")).isNotEqualTo(Bytes.utf8("hell"));
    }

    @Test
    void givesItsOwnBytesOnly() {
        assertThat(HELLO.toArray()).isEqualTo(Bytes.utf8("hello").array());
        assertThat(HELLO.utf8()).isEqualTo("hello");
        assertThat(HELLO.slice(1, 3).utf8()).isEqualTo("el");
        assertThat(HELLO.at(4)).isEqualTo((byte) 'o');
        assertThat(HELLO.toBuffer().remaining()).isEqualTo(5);
    }

    @Test
    void refusesWhatLiesOutside() {
        assertThatThrownBy(() -> HELLO.at(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> HELLO.slice(0, 6)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Bytes.of(new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void neverPrintsItsContent() {
        assertThat(HELLO).hasToString("5 bytes");
    }
}
