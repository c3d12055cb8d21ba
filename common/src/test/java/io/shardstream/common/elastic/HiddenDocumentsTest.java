package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HiddenDocumentsTest {
    private static final String QUERY = "{'names':['cit*'],'privileges':['read'],'query':['some']}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                QUERY,
                "{'names':['cities'],'privileges':['read'],'query':'{}'}",
                "{'names':['cities'],'privileges':['all'],'field_security':[{'grant':['*'],'except':['secret']}]}",
                "{'names':['cities'],'privileges':['indices:data/read/search'],'query':['some']}",
                "{'names':['c?ties'],'privileges':['read'],'field_security':[{'grant':['name']}]}",
                QUERY + ",{'names':['cities'],'privileges':['indices:data/write/*']}"
            })
    void aRoleThatHidesPartsOfTheSourceBlocks(String grant) throws Exception {
        assertThat(HiddenDocuments.of("cities", json("{'indices':[" + grant + "]}")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'names':['*'],'privileges':['read']}," + QUERY,
                "{'names':['cities'],'privileges':['indices:data/*']}," + QUERY,
                "{'names':['towns'],'privileges':['read'],'query':['some']}",
                "{'names':['cities'],'privileges':['monitor'],'query':['some']}",
                "{'names':['cities'],'privileges':['read'],'field_security':[{'grant':['*']}]}"
            })
    void whatAnotherRoleShowsIsNotHidden(String grants) throws Exception {
        assertThat(HiddenDocuments.of("cities", json("{'indices':[" + grants + "]}")))
                .isEmpty();
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
