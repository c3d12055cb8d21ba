package io.shardstream.control.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.primary.AliasKind;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnAliasesTest {
    @Test
    void theAliasesOfRunsAreToldFromThoseOfProduction() {
        OwnAliases aliases = new OwnAliases(List.of(
                "cities",
                "shardstream-lower",
                "Shardstream-cities-2",
                "Shardstream-a-Write-x_-Y-z",
                "Shardstream-b-Block-Xyz-7-2"));
        assertThat(aliases.runs()).containsExactly("a", "b", "cities-2");
        assertThat(aliases.names()).hasSize(3);
        assertThat(aliases.hasBlock()).isTrue();
        assertThatCode(() -> aliases.requireCopying("v2")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(AliasKind.class)
    void theRunIsToldFromEachKindOfAlias(AliasKind kind) {
        OwnAliases aliases =
                new OwnAliases(List.of(kind.of("a-b") + (kind.suffix().endsWith("-") ? "Xyz-7-2" : "")));
        assertThat(aliases.runs()).containsExactly("a-b");
        assertThat(aliases.hasBlock()).isEqualTo(kind == AliasKind.BLOCK);
    }

    @Test
    void aTargetThatProductionIsOnOrWasOnIsRefused() {
        assertThatThrownBy(() -> new OwnAliases(List.of("Shardstream-a-Live")).requireCopying("v2"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("production has moved to it");
        assertThatThrownBy(() -> new OwnAliases(List.of("Shardstream-a-Returned")).requireCopying("v2"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("rolled back");
    }

    /// The lost controller's swap may still be on its way.
    @Test
    void aTargetWithTheTokenOfACutOverIsRefused() {
        assertThatThrownBy(() -> new OwnAliases(List.of("Shardstream-a-Swap-7-1")).requireCopying("v2"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("docs/emergency.md");
    }
}
