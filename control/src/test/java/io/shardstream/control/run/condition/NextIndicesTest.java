package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a rollover makes next, by the templates that its name meets.
class NextIndicesTest {
    private static final Alias WRITE = new Alias("logs", "{\"is_write_index\":true}");

    private static final JsonNode NOTHING = TemplateAdditions.NONE.mappings();

    private final MemoryCluster cluster = new MemoryCluster();

    @ParameterizedTest
    @CsvSource({
        "logs-000001, logs-000002",
        "logs-9, logs-000010",
        "logs-2026.11.29-1, logs-2026.11.29-000002",
        "logs-999999, logs-1000000",
        "logs, ",
        "logs000001, ",
    })
    void isNamedAsServersNameIt(String index, String next) {
        assertThat(NextIndices.after(index).orElse(null)).isEqualTo(next);
    }

    @Test
    void isADifferenceWhereTemplatesGiveItOtherMappings() throws Exception {
        cluster.templates.put("logs-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(WRITE, "new-000001")).containsExactly("rollover:logs");
        cluster.templates.put("new-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(WRITE, "new-000001")).isEmpty();
    }

    @Test
    void isADifferenceWhereTemplatesGiveItOtherSettingsOrAliases() throws Exception {
        for (TemplateAdditions one : List.of(
                new TemplateAdditions(List.of("t"), Map.of("index.max_result_window", "10"), NOTHING, Set.of(), false),
                new TemplateAdditions(List.of("t"), Map.of(), NOTHING, Set.of("all-logs"), false))) {
            cluster.templates.put("logs-000002", one);
            cluster.templates.remove("new-000002");
            assertThat(names(WRITE, "new-000001")).containsExactly("rollover:logs");
            cluster.templates.put("new-000002", one);
            assertThat(names(WRITE, "new-000001")).isEmpty();
        }
    }

    @Test
    void isAskedAboutByTheNameOfEachAliasThatIsRolledOver() throws Exception {
        cluster.templates.put("logs-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(List.of(Alias.plain("read"), WRITE, new Alias("more", WRITE.properties())), cluster))
                .containsExactly("rollover:logs", "rollover:more");
    }

    @Test
    void ofTheTargetIsAskedOfTheTargetsCluster() throws Exception {
        MemoryCluster other = new MemoryCluster("other");
        cluster.templates.put("logs-000002", template("{\"dynamic\":\"strict\"}"));
        cluster.templates.put("new-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(List.of(WRITE), other)).containsExactly("rollover:logs");
        other.templates.put("new-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(List.of(WRITE), other)).isEmpty();
    }

    @Test
    void isNotTakenForAlikeWhereTheUserMayNotSeeTemplates() throws Exception {
        for (int status : List.of(401, 403)) {
            cluster.templatesStatus = status;
            assertThat(names(WRITE, "new-000001")).containsExactly("rollover:logs");
        }
        cluster.templatesStatus = 503;
        assertThatThrownBy(() -> names(WRITE, "new-000001")).isInstanceOf(ElasticException.class);
    }

    /// Nobody rolls it over, or the name cannot be rolled over, which is told as such.
    @Test
    void isNotAskedAboutWhereThereIsNone() throws Exception {
        cluster.templates.put("logs-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(Alias.plain("logs"), "new-000001")).isEmpty();
        assertThat(names(WRITE, "new")).isEmpty();
    }

    @Test
    void isAmongWhatClientsRelyOn() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.with("logs-000001", "s", WRITE).with("new-000001", "t", Alias.plain("Shardstream-x"));
        run.cluster.templates.put("logs-000002", template("{\"dynamic\":\"strict\"}"));
        List<NoticedDifference> noticed = run.noticedByClients("logs-000001", "new-000001");

        assertThat(noticed).singleElement().satisfies(difference -> {
            assertThat(difference.name()).isEqualTo("rollover:logs");
            assertThat(difference.words()).contains("the next rollover would create 'new-000002'", "'logs-000002'");
        });
    }

    private List<String> names(List<Alias> aliases, MemoryCluster target) throws Exception {
        return NextIndices.differing(aliases, cluster, "logs-000001", target, "new-000001").stream()
                .map(NoticedDifference::name)
                .toList();
    }

    private List<String> names(Alias alias, String copy) throws Exception {
        return NextIndices.differing(List.of(alias), cluster, "logs-000001", cluster, copy).stream()
                .map(NoticedDifference::name)
                .toList();
    }

    private static TemplateAdditions template(String mappings) {
        return new TemplateAdditions(List.of("t"), Map.of(), new JsonMapper().readTree(mappings), Set.of(), false);
    }
}
