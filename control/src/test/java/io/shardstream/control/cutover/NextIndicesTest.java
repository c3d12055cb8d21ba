package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.survey.difference.NoticedDifference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/// What a rollover makes next, by the templates that its name meets.
class NextIndicesTest {
    private static final Alias WRITE = new Alias("logs", "{\"is_write_index\":true}");

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

    /// Nobody rolls it over, or the name cannot be rolled over, which is told as such.
    @Test
    void isNotAskedAboutWhereThereIsNone() throws Exception {
        cluster.templates.put("logs-000002", template("{\"dynamic\":\"strict\"}"));
        assertThat(names(Alias.plain("logs"), "new-000001")).isEmpty();
        assertThat(names(WRITE, "new")).isEmpty();
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
