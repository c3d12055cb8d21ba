package io.shardstream.control.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/// Which dates `plan` names because searches with numbers find other documents in the target.
class DateSurveyTest {
    private static final Server OLD = new Server(Server.ELASTICSEARCH, "7.10.2");
    private static final Server NEW = new Server(Server.ELASTICSEARCH, "9.5.3");
    private static final Server OTHER = new Server(Server.OPENSEARCH, "2.19.6");
    private static final String DATES = """
            {"properties":{"at":{"type":"date","format":"epoch_second"},
              "in":{"properties":{"y":{"type":"date_nanos","format":"yyyy||yyyy-MM"}}},
              "n":{"type":"long","fields":{"day":{"type":"date","format":"yyyyMMdd"}}},
              "text":{"type":"date","format":"yyyy"},
              "both":{"type":"date","format":"epoch_second||epoch_millis"},
              "first":{"type":"date","format":"yyyy-MM-dd||epoch_millis||yyyy"},
              "usual":{"type":"date"}}}""";
    private static final String NUMBERS =
            "{'at':1700000005,'in':[{'y':2003}],'n':20240105,'text':'2003','both':1700000005,'first':1700000005000,'usual':1700000005000}";

    private FakeNode source;

    @BeforeEach
    void start() throws IOException {
        source = new FakeNode("source");
    }

    @AfterEach
    void stop() {
        source.close();
    }

    private List<Finding> look(String mappings, Server from, Server to) throws Exception {
        FindingList findings = new FindingList();
        IndexDescription index =
                new IndexDescription("cities", Map.of(), new JsonMapper().readTree(mappings), Set.of(), 1024);
        new DateSurvey(source.cluster(), findings).look(new SourceFacts(index, List.of(), 1, 0, Map.of()), from, to);
        return findings.worstFirst();
    }

    private void documents(String... bodies) {
        String hits = Stream.of(bodies)
                .map(body -> "{'_id':'a','_source':" + body + "}")
                .collect(Collectors.joining(","));
        source.answers("/cities/_search", 200, "{'timed_out':false,'hits':{'hits':[" + hits + "]}}");
    }

    @Test
    void datesInWhichDocumentsHaveNumbersAreNamedWithTheirFormat() throws Exception {
        documents("{}", NUMBERS);

        assertThat(look(DATES, OLD, NEW)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.NUMBERS_IN_DATES);
            assertThat(finding.what())
                    .isEqualTo("Documents have numbers in dates, which searches with numbers find by the field's format"
                            + " in Elasticsearch 7.10.2, and as milliseconds in Elasticsearch 9.5.3:"
                            + " 'at' (epoch_second), 'in.y' (yyyy||yyyy-MM), 'n.day' (yyyyMMdd), 'both'"
                            + " (epoch_second||epoch_millis).");
        });
        assertThat(look(DATES, NEW, OTHER))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what())
                        .contains("format in OpenSearch 2.19.6, and as milliseconds in Elasticsearch 9.5.3:"));
    }

    @ParameterizedTest
    @CsvSource({
        "Elasticsearch, 7.17.29, OpenSearch, 3.8.0",
        "Elasticsearch, 8.19.4, Elasticsearch, 9.5.3",
        "'', '', Elasticsearch, 9.5.3"
    })
    void whereBothReadThemInTheSameWayOrNobodyKnowsNothingIsAsked(
            String distribution, String number, String other, String itsNumber) throws Exception {
        documents(NUMBERS);

        assertThat(look(DATES, new Server(distribution, number), new Server(other, itsNumber)))
                .isEmpty();
        assertThat(source.bodies()).isEmpty();
    }

    @Test
    void whereDocumentsHaveTextsNothingIsFound() throws Exception {
        documents("{'at':'1700000005','in':{'y':null}}");

        assertThat(look(DATES, OLD, NEW)).isEmpty();
        assertThat(look("{}", OLD, NEW)).isEmpty();
        assertThat(source.bodies()).hasSize(1);
    }

    @Test
    void thatTheSourceDoesNotTellIsFound() throws Exception {
        source.answers("/cities/_search", 403, "{'error':{'type':'security_exception','reason':'no'}}");

        assertThat(look(DATES, OLD, NEW)).extracting(Finding::code).containsExactly(FindingCode.SOURCE_UNKNOWN);
    }
}
