package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.meaning.SearchedField.Kind;
import io.shardstream.control.compare.meaning.SearchedField.Values;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class IndexedValuesTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// The difference of the first ones has a billion digits.
    @ParameterizedTest
    @CsvSource({
        "1e999999999, 1.5, true",
        "1.5, 1e999999999, true",
        "1.5, 1e-999999999, true",
        "1e-2147483640, 2e-2147483640, true",
        "1e-2147483640, 10e-2147483641, false",
        "1e999999999, 10e999999998, false",
        "1.5e300, 2.5e300, true",
        "1.50, 1.5, false",
        "0.3, 0.30000000000000004, false",
        "0.3, 0.3000001, true",
        "3, 3.0000000000000001, true",
        "1e99999999999, 1, true",
        "NaN, 1, true"
    })
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void numbersOfAnyExponentAreCompared(String here, String there, boolean isDifferent) {
        assertThat(unlike(here, there).isPresent()).isEqualTo(isDifferent);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD, unit = TimeUnit.SECONDS)
    void numbersOfMoreDigitsThanAFieldHasAreComparedAsTexts() {
        String digits = "1".repeat(5_000_000);
        assertThat(unlike(digits, digits)).isEmpty();
        assertThat(unlike(digits + ".5", digits + ".50")).isPresent();
    }

    private static Optional<String> unlike(String here, String there) {
        SearchedField field = new SearchedField(
                "f",
                SearchedField.exists("f", Optional.empty()),
                Optional.empty(),
                Kind.INDEXED,
                Values.NUMBERS,
                "double");
        return new IndexedValues().unlike(hit(here), hit(there), 0, new FieldPair(field, field));
    }

    private static JsonNode hit(String value) {
        return MAPPER.createObjectNode()
                .set(
                        "fields",
                        MAPPER.createObjectNode()
                                .set("f", MAPPER.createArrayNode().add(value)));
    }
}
