package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueQueryTest {
    private static String query(String type, Map<String, String> values) {
        SearchedFields fields = SearchedFields.of(
                MemorySearch.JSON.readTree("{\"properties\":{\"f\":{\"type\":\"%s\"}}}".formatted(type)));
        ValueQuery query = new ValueQuery(values.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> MemorySearch.JSON.readTree(entry.getValue()))));
        return query.of(fields.named("f")).toString();
    }

    /// Whatever format the field has: the time comes from its doc values.
    @ParameterizedTest
    @CsvSource({"date, 1672790400000", "date_nanos, 1672790400000.123456"})
    void datesAreSearchedForByTheirTime(String type, String time) {
        assertThat(query(type, Map.of("f", "\"" + time + "\"")))
                .isEqualTo("{\"range\":{\"f\":{\"gte\":\"%1$s\",\"lte\":\"%1$s\",\"format\":\"epoch_millis\"}}}"
                        .formatted(time));
    }

    /// Elasticsearch 7 prints parts of such a second, and does not read them.
    @ParameterizedTest
    @CsvSource({
        "-1234567890123, -1234567891000, -1234567890000",
        "-999, -1000, 0",
        "-1234567890000, -1234567890000, -1234567890000"
    })
    void datesBefore1970AreSearchedForByTheirWholeSecond(String time, String from, String to) {
        assertThat(query("date", Map.of("f", "\"" + time + "\"")))
                .isEqualTo("{\"range\":{\"f\":{\"gte\":\"%s\",\"lte\":\"%s\",\"format\":\"epoch_millis\"}}}"
                        .formatted(from, to));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "long|7|7",
                "double|1.100000023841858|1.100000023841858",
                "keyword|\"a\"|\"a\"",
                "boolean|false|false",
                "ip|\"::1\"|\"::1\""
            })
    void othersAreSearchedForByTheValueItself(String type, String known, String asked) {
        assertThat(query(type, Map.of("f", known))).isEqualTo("{\"term\":{\"f\":" + asked + "}}");
    }

    /// A field that no document of the sample has is asked for all the same: the target may refuse it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"long|0", "keyword|0", "boolean|true", "ip|\"0.0.0.0\""})
    void withoutAValueOneIsAskedForThatTheKindTakes(String type, String asked) {
        assertThat(query(type, Map.of())).isEqualTo("{\"term\":{\"f\":" + asked + "}}");
    }
}
