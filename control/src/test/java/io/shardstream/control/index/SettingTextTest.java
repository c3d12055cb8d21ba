package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SettingTextTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @ParameterizedTest
    @ValueSource(strings = {"5", "title", "", "[^a-z]", "[", "{}"})
    void aTextIsWhatItSays(String value) {
        assertThat(SettingText.of(MAPPER.valueToTree(value))).isEqualTo(value);
    }

    /// A cut-over compares what is set by these.
    @Test
    void aListAndATextThatLooksLikeItAreTwoValues() {
        String list = "[\"title\",\"body\"]";
        assertThat(IndexCatalog.texts(MAPPER.readTree("{\"a\":" + list + ",\"b\":5}")))
                .isEqualTo(Map.of("a", list, "b", "5"));
        assertThat(SettingText.of(MAPPER.valueToTree(list)))
                .isNotEqualTo(list)
                .isEqualTo(MAPPER.valueToTree(list).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "title", "", "[^a-z]", "[1]", "["})
    void whatIsNoListOfTextsIsAText(String text) {
        assertThat(SettingText.parsed(text)).isEqualTo(MAPPER.valueToTree(text));
    }

    @Test
    void aListOfTextsIsAListAgain() {
        String list = "[\"title\",\"body\"]";
        assertThat(SettingText.parsed(list)).isEqualTo(MAPPER.readTree(list));
    }
}
