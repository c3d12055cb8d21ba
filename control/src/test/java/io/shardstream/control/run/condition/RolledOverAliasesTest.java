package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A write alias whose next index the server names by the one that it is on.
class RolledOverAliasesTest {
    private static final Alias WRITE = new Alias("logs", "{\"is_write_index\":true}");

    @ParameterizedTest
    @CsvSource({
        "logs-000001, logs-v2, true",
        "logs-2026.11.28-1, logs-new, true",
        "logs-000001, logs-000002, false",
        "logs-000001, other-7, false",
        "logs, logs-v2, false",
        "logs000001, logs-v2, false"
    })
    void countsWhereTheSourcesNameEndsWithANumberAndTheTargetsDoesNot(String source, String target, boolean isTold) {
        assertThat(RolledOverAliases.of(List.of(WRITE, Alias.plain("search")), source, target))
                .extracting(NoticedDifference::name)
                .isEqualTo(isTold ? List.of("rollover:logs") : List.of());
    }

    @Test
    void isAmongWhatClientsRelyOn() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.with("logs-000001", "s", WRITE).with("logs-v2", "t", Alias.plain("Shardstream-x"));
        List<NoticedDifference> noticed = run.noticedByClients("logs-000001", "logs-v2");

        assertThat(noticed).singleElement().satisfies(difference -> {
            assertThat(difference.name()).isEqualTo("rollover:logs");
            assertThat(difference.words())
                    .isEqualTo("alias 'logs' (it can be rolled over on 'logs-000001', and not on 'logs-v2', whose name"
                            + " does not end with a hyphen and a number)");
        });
        assertThat(DifferenceConsent.refusal(noticed))
                .contains(
                        "Begin a run whose target's name ends with a hyphen and a number, and which the same index"
                                + " templates match as the source's, or have whoever rolls it over name the next index (POST /<alias>/_rollover/<index>), which a lifecycle policy"
                                + " cannot: rollover:logs. ",
                        "--accept-difference 'rollover:logs'")
                .doesNotContain("Change in the target");
    }
}
