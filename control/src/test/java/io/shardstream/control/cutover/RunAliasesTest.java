package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.primary.AliasKind;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunAliasesTest {
    private final RunAliases aliases = new RunAliases("x", "Shardstream-x", "docs-id");

    /// Servers hold them beyond an update of this program, and docs/emergency.md names them.
    @Test
    void theNamesAreThoseThatServersHold() {
        assertThat(aliases.live()).isEqualTo("Shardstream-x-Live");
        assertThat(aliases.returned()).isEqualTo("Shardstream-x-Returned");
        assertThat(aliases.token(7, 1)).isEqualTo("Shardstream-x-Swap-7-1");
        assertThat(aliases.block(7, 2)).isEqualTo("Shardstream-x-Block-docs-id-7-2");
        assertThat(AliasKind.WRITE.of("x")).isEqualTo("Shardstream-x-Write-");
    }

    @Test
    void anIndexIsTheTargetWhileItHasTheWriteAliasOrWhatStandsInItsPlace() {
        assertThat(aliases.isTarget(Set.of("cities", "Shardstream-x"))).isTrue();
        assertThat(aliases.isTarget(Set.of("cities", aliases.token(3, 1)))).isTrue();
        assertThat(aliases.isTarget(Set.of(aliases.live()))).isTrue();
        assertThat(aliases.isTarget(Set.of("cities", "Shardstream-y", "Shardstream-xx-Swap-1-1")))
                .isFalse();
    }
}
