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
    }

    /// Tried cut-overs leave the name of their block.
    @Test
    void aTargetThatARunHasNotLeftIsTaken() {
        for (List<String> taken : List.of(
                List.<String>of(),
                List.of("Shardstream-a"),
                List.of("Shardstream-a", "Shardstream-a-Block-Xyz-7-2"),
                List.of("Shardstream-a-Write-x_-Y-z", "Shardstream-a-Block-Xyz-7-2"))) {
            assertThatCode(() -> new OwnAliases(taken).requireCopying("v2"))
                    .as("%s", taken)
                    .doesNotThrowAnyException();
        }
    }

    /// What clients have deleted is missing, and would be published again.
    @Test
    void aTargetWithAnAliasOfProductionIsRefused() {
        assertThatThrownBy(() -> new OwnAliases(List.of("Shardstream-a", "cities", "places")).requireCopying("v2"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Target index 'v2' cannot be adopted: clients may use it through 'cities', 'places', and"
                        + " what they deleted from it would come back. Name another target index. If no client has"
                        + " written to this one, take the alias away first. Nothing was changed.");
    }

    /// As a release leaves it.
    @Test
    void aTargetWhoseRunHasEndedIsRefused() {
        assertThatThrownBy(() -> new OwnAliases(List.of("Shardstream-a-Block-Xyz-7-2")).requireCopying("v2"))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'Shardstream-a-Block-Xyz-7-2' is left, and no alias to write through");
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
