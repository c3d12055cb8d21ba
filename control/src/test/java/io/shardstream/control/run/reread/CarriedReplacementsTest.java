package io.shardstream.control.run.reread;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarriedReplacementsTest {
    private static final int MIB = 1 << 20;

    private final List<List<RejectRecord>> noted = new ArrayList<>();
    private final CarriedReplacements carried = new CarriedReplacements(noted::add);

    /// As with `docs.max-document` of 10 MiB.
    @Test
    void largeOnesAreNotHeldTogether() {
        for (int i = 0; i < 5; i++) {
            carried.add(replacement(10 * MIB));
        }
        assertThat(noted).hasSize(5).allSatisfy(some -> assertThat(some).hasSize(1));
        carried.finish();
        assertThat(noted).hasSize(5);
    }

    @Test
    void smallOnesAreNotedTogetherAndTheLastOnesToo() {
        for (int i = 0; i < 60; i++) {
            carried.add(replacement(10));
            carried.add(new Replayed(replacement(10).document(), 7));
        }
        carried.finish();
        assertThat(noted).extracting(List::size).containsExactly(50, 10);
        assertThat(noted).allSatisfy(some -> assertThat(some).hasOnlyElementsOfType(Replacement.class));
    }

    private static Replacement replacement(int bytes) {
        return new Replacement(new DocRecord(Bytes.utf8("id"), null, 1, Bytes.of(new byte[bytes])), "by hand");
    }
}
