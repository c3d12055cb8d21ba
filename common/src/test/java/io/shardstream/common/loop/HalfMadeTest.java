package io.shardstream.common.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HalfMadeTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void whatWasMadeIsClosedIfTheRestCannotBeTheLastFirst() {
        assertThatIllegalStateException().isThrownBy(() -> make(false)).withMessage("no third");
        assertThat(closed).containsExactly("second", "first");
    }

    @Test
    void whatIsWholeIsLeftOpen() {
        assertThat(make(true)).isEqualTo("whole");
        assertThat(closed).isEmpty();
    }

    @Test
    void aPartThatCannotBeClosedHidesNeitherTheOthersNorTheReason() {
        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    try (HalfMade made = new HalfMade()) {
                        made.part(part("first"));
                        made.part("second", () -> {
                            throw new IllegalArgumentException("stuck");
                        });
                        throw new IllegalStateException("no third");
                    }
                })
                .withMessage("no third");
        assertThat(closed).containsExactly("first");
    }

    private String make(boolean third) {
        try (HalfMade made = new HalfMade()) {
            made.part(part("first"));
            made.part("second", part("second"));
            if (!third) {
                throw new IllegalStateException("no third");
            }
            made.keep();
            return "whole";
        }
    }

    private AutoCloseable part(String name) {
        return () -> closed.add(name);
    }
}
