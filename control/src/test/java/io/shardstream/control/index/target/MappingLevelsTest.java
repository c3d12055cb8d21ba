package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MappingLevelsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String MIXED = """
            {'properties':{
              'a':{'type':'keyword'},
              'open':{'dynamic':'true','properties':{'inner':{'properties':{'x':{'dynamic':'runtime','properties':{}}}}}},
              'n':{'type':'nested','dynamic':'strict','include_in_root':true,'properties':{'dynamic':{'type':'long'}}},
              'silent':{'properties':{'b':{'type':'long'}}}}}""";

    @Test
    void everyLevelOfAShutMappingIsShut() {
        JsonNode shut = MappingLevels.shut(json(MIXED));
        assertThat(shut.path("dynamic").asString()).isEqualTo("false");
        assertThat(shut.path("properties").path("open").has("dynamic")).isFalse();
        assertThat(shut.path("properties")
                        .path("n")
                        .path("properties")
                        .path("dynamic")
                        .path("type")
                        .asString())
                .isEqualTo("long");
        assertThat(MappingLevels.areShut(shut)).isTrue();
        assertThat(MappingLevels.areShut(json(MIXED))).isFalse();
    }

    @Test
    void anEmptyMappingIsShutAtItsRoot() {
        assertThat(MappingLevels.shut(json("{}"))).isEqualTo(json("{'dynamic':'false'}"));
    }

    @Test
    void oneOpenLevelIsFound() {
        assertThat(MappingLevels.areShut(json("{'dynamic':false,'properties':{'o':{'dynamic':'true'}}}")))
                .isFalse();
        assertThat(MappingLevels.areShut(json("{'dynamic':false,'properties':{'o':{'dynamic':false}}}")))
                .isTrue();
    }

    @Test
    void whatLevelsSayIsKept() {
        assertThat(MappingLevels.of(json(MIXED)))
                .isEqualTo(
                        json(
                                "{'dynamic':'true','properties':{'open':{'dynamic':'true','properties':{'inner':{'properties':{'x':{'dynamic':'runtime'}}}}},'n':{'dynamic':'strict'}}}"));
    }

    @Test
    void aShutMappingIsAskedForWhatItsLevelsSaid() {
        JsonNode opening = MappingLevels.opening(MappingLevels.of(json(MIXED)), MappingLevels.shut(json(MIXED)));
        assertThat(opening)
                .isEqualTo(
                        json(
                                "{'dynamic':'true','properties':{'open':{'type':'object','dynamic':'true','properties':{'inner':{'type':'object','properties':{'x':{'type':'object','dynamic':'runtime'}}}}},'n':{'type':'nested','include_in_root':true,'dynamic':'strict'}}}"));
    }

    @Test
    void aLevelThatIsToSayNothingIsToldWhatTheOneAboveSays() {
        assertThat(MappingLevels.opening(
                        json("{'dynamic':'runtime'}"),
                        json("{'dynamic':'false','properties':{'o':{'dynamic':'false','properties':{}}}}")))
                .isEqualTo(json("{'dynamic':'runtime','properties':{'o':{'type':'object','dynamic':'runtime'}}}"));
    }

    @Test
    void levelsThatAreNotThereAreNotAskedFor() {
        assertThat(MappingLevels.opening(
                        json("{'dynamic':'true','properties':{'gone':{'dynamic':'true'}}}"),
                        json("{'dynamic':'false'}")))
                .isEqualTo(json("{'dynamic':'true'}"));
    }

    @Test
    void anOpenMappingIsAskedToShut() {
        assertThat(MappingLevels.shutting(json(MIXED)))
                .isEqualTo(
                        json(
                                "{'dynamic':'false','properties':{'open':{'type':'object','dynamic':'false','properties':{'inner':{'type':'object','properties':{'x':{'type':'object','dynamic':'false'}}}}},'n':{'type':'nested','include_in_root':true,'dynamic':'false'}}}"));
    }

    private static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
