package io.shardstream.control.survey.access;

import static io.shardstream.control.survey.access.AccessAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.finding.Finding;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenDocumentsTest {
    private static final String QUERY = "{'names':['cit*'],'privileges':['read'],'query':['some']}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                QUERY,
                "{'names':['cities'],'privileges':['all'],'field_security':[{'grant':['*'],'except':['secret']}]}",
                "{'names':['c?ties'],'privileges':['read'],'field_security':[{'grant':['name']}]}"
            })
    void aRoleThatHidesPartsOfTheSourceBlocks(String grant) {
        assertThat(HiddenDocuments.of("cities", json("{'indices':[" + grant + "]}")))
                .map(Finding::topic)
                .contains("privileges");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'names':['*'],'privileges':['read']}," + QUERY,
                "{'names':['towns'],'privileges':['read'],'query':['some']}",
                "{'names':['cities'],'privileges':['monitor'],'query':['some']}",
                "{'names':['cities'],'privileges':['read'],'field_security':[{'grant':['*']}]}"
            })
    void whatAnotherRoleShowsIsNotHidden(String grants) {
        assertThat(HiddenDocuments.of("cities", json("{'indices':[" + grants + "]}")))
                .isEmpty();
    }
}
