package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RunAliasesTest {
    private final RunAliases aliases = new RunAliases("x", "Shardstream-x", "docs-id");

    @Test
    void anIndexIsTheTargetWhileItHasTheWriteAliasOrWhatStandsInItsPlace() {
        assertThat(aliases.isTarget(Set.of("cities", "Shardstream-x"))).isTrue();
        assertThat(aliases.isTarget(Set.of("cities", aliases.token(3, 1)))).isTrue();
        assertThat(aliases.isTarget(Set.of(aliases.live()))).isTrue();
        assertThat(aliases.isTarget(Set.of("cities", "Shardstream-y", "Shardstream-xx-Swap-1-1")))
                .isFalse();
    }
}
