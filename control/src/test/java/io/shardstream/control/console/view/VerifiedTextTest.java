package io.shardstream.control.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Verified;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerifiedTextTest {
    @Test
    void bothSidesAreCalledEqualOnlyIfNothingIsLeftThatMayNotBe() {
        assertThat(text(0, 0, Optional.of(Verified.Rest.NONE))).isEqualTo("equal");
        assertThat(text(0, 500, Optional.of(Verified.Rest.NONE))).isEqualTo("no difference, 500 rejected");
        assertThat(text(0, 0, Optional.of(new Verified.Rest(0, 50_000, 0))))
                .isEqualTo("no difference, 50,000 not judged");
        assertThat(text(0, 0, Optional.empty())).isEqualTo("no difference");
    }

    @Test
    void allThatWasFoundIsTold() {
        assertThat(text(1, 2, Optional.of(new Verified.Rest(3, 4, 5))))
                .isEqualTo("1 difference, 2 rejected, 3 replaced, 4 not judged, 5 not swept");
    }

    private static String text(long differences, long rejects, Optional<Verified.Rest> rest) {
        return VerifiedText.of(new Verified(
                "docs", Instant.EPOCH, true, List.of(), List.of(), 9, 9, 9, differences, rejects, 0, rest));
    }
}
