package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnAliasesTest {
    @Test
    void theAliasesOfRunsAreToldFromThoseOfProduction() {
        OwnAliases aliases = OwnAliases.among(List.of(
                "cities",
                "shardstream-lower",
                "Shardstream-cities-2",
                "Shardstream-a-Write-x_-Y-z",
                "Shardstream-b-Block-Xyz-7-2"));
        assertThat(aliases.runs()).containsExactly("a", "b", "cities-2");
        assertThat(aliases.names()).hasSize(3);
        assertThat(aliases.others()).containsExactly("cities", "shardstream-lower");
        assertThat(aliases.has(AliasKind.BLOCK)).isTrue();
        assertThat(aliases.has(AliasKind.WRITE)).isTrue();
    }

    /// A later version may give aliases that this one does not know.
    @Test
    void anAliasOfAnUnknownKindIsOfARunAndOwnsNothing() {
        OwnAlias alias = OwnAlias.of("Shardstream-a-Later-x").orElseThrow();
        assertThat(alias.run()).isEqualTo("a");
        assertThat(alias.kind()).isEmpty();
        assertThat(alias.isOfOwner()).isFalse();
    }

    @Test
    void anAliasWithoutAWordIsTheWriteAliasOfAnOlderVersion() {
        OwnAlias alias = OwnAlias.of("Shardstream-a-b").orElseThrow();
        assertThat(alias.run()).isEqualTo("a-b");
        assertThat(alias.is(AliasKind.WRITE)).isTrue();
        assertThat(alias.rest()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(AliasKind.class)
    void theRunAndTheKindAreToldFromEachKindOfAlias(AliasKind kind) {
        OwnAlias alias = OwnAlias.of(kind.of("a-b") + (kind.suffix().endsWith("-") ? "Xyz-7-2" : ""))
                .orElseThrow();
        assertThat(alias.run()).isEqualTo("a-b");
        assertThat(alias.is(kind)).isTrue();
    }
}
