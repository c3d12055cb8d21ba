package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.shard.AliasKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunAliasesTest {
    private final RunAliases aliases = new RunAliases("x", "Shardstream-x", "docs-id");

    /// Servers hold them beyond an update of this program, and docs/emergency.md names them.
    @Test
    void theNamesAreThoseThatServersHold() {
        assertThat(aliases.live()).isEqualTo("Shardstream-x-Live");
        assertThat(aliases.returned()).isEqualTo("Shardstream-x-Returned");
        assertThat(aliases.token(7, 1)).isEqualTo("Shardstream-x-Swap-docs-id-7-1");
        assertThat(aliases.block(7, 2)).isEqualTo("Shardstream-x-Block-docs-id-7-2");
        assertThat(AliasKind.WRITE.of("x")).isEqualTo("Shardstream-x-Write-");
    }

    /// A run that adopts the target of a lost one may have its name, and counts its controllers from 1 as
    /// that did. A controller of the lost run may be left.
    @Test
    void aTokenOfAnotherRunOfTheNameIsNotThisRuns() {
        RunAliases next = new RunAliases("x", "Shardstream-x-Write-docs-id2", "docs-id2");
        assertThat(next.token(3, 1)).isEqualTo("Shardstream-x-Swap-docs-id2-3-1");
        assertThat(aliases.isTarget(Set.of(next.token(3, 1)))).isFalse();
        assertThat(aliases.isTokenOf(3, next.token(3, 1))).isFalse();
        assertThat(aliases.isTokenOf(3, aliases.token(3, 1))).isTrue();
        assertThat(aliases.isTokenOf(3, aliases.token(31, 1))).isFalse();
    }

    /// Its cut-over may be under way while the processes of the run are replaced by newer ones.
    @Test
    void aTokenOfAnOlderVersionIsKnown() {
        assertThat(aliases.isTarget(Set.of("Shardstream-x-Swap-3-1"))).isTrue();
        assertThat(aliases.isTokenOf(3, "Shardstream-x-Swap-3-1")).isFalse();
    }

    @Test
    void aLaterControllerIsToldByTheNamesOfBlocksThatOnesOfThisRunHaveMade() {
        assertThat(aliases.isOfLaterThan(7, List.of(Alias.plain(aliases.block(8, 1)))))
                .isTrue();
        for (String name : new String[] {
            aliases.block(7, 9), "Shardstream-x-Block-docs-id2-8-1", "Shardstream-x-Block-docs-id-somebody's"
        }) {
            assertThat(aliases.isOfLaterThan(7, List.of(Alias.plain(name))))
                    .as(name)
                    .isFalse();
        }
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
