package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DifferentContentsTest {
    @ParameterizedTest
    @ValueSource(strings = {"[]", "[-1]", "[1024]", "[3,3]", "[\"3\"]"})
    void onlySomeSourceShardsAreRead(String shards) {
        byte[] value = ("{\"format\":1,\"shards\":" + shards + "}").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> DifferentContents.decode(value)).isInstanceOf(UnknownRecordException.class);
    }

    @Test
    void thereIsNoneOfNoShard() {
        assertThatIllegalArgumentException().isThrownBy(() -> new DifferentContents(Set.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new DifferentContents(Set.of(1024)));
    }

    @Test
    void aComparisonTakesAwayAndAddsWhatItHasChangedOnly() {
        assertThat(DifferentContents.changed(Set.of(1, 2, 5), Set.of(1, 2), Set.of(2, 4)))
                .containsExactlyInAnyOrder(2, 4, 5);
        assertThat(DifferentContents.changed(Set.of(1), Set.of(1), Set.of())).isEmpty();
        assertThat(DifferentContents.changed(Set.of(), Set.of(1), Set.of(1))).isEmpty();
    }
}
