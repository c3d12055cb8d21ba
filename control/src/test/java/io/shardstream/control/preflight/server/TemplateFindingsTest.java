package io.shardstream.control.preflight.server;

import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TemplateFindingsTest {
    private static final String NAMED =
            "{'index_templates':[{'name':'logs','index_template':{'index_patterns':['v*'],'priority':7%s}}]}";

    @Test
    void aTemplateWithAFinalPipelineBlocks() {
        assertThat(of("{}", "{'template':{'settings':{'index':{'final_pipeline':'stamp'}},'aliases':{}}}"))
                .extracting(Finding::severity)
                .containsExactly(Severity.BLOCKS);
    }

    @Test
    void thePipelineOfTheRunFileWinsOverThatOfATemplate() {
        assertThat(of(
                        "{'final_pipeline':'_none'}",
                        "{'template':{'settings':{'index':{'final_pipeline':'stamp'}}},'overlapping':[]}"))
                .isEmpty();
    }

    @Test
    void aTemplateWithAPolicyIsWarnedOf() {
        assertThat(of("{}", "{'template':{'settings':{'index':{'lifecycle':{'name':'thirty-days'}}}}}"))
                .extracting(Finding::topic)
                .containsExactly("lifecycle");
    }

    @Test
    void aTemplateWithAliasesBlocksAndIsNamed() {
        assertThat(of("{}", "{'template':{'settings':{},'aliases':{'production':{'is_write_index':true}}}}"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
                    assertThat(finding.topic()).isEqualTo("aliases");
                    assertThat(finding.what())
                            .startsWith(
                                    "Index template 'logs' would give target index 'v2' the aliases production, by which");
                });
    }

    @Test
    void aLegacyTemplateWithAliasesBlocksAndIsNamed() {
        TemplateAdditions legacy =
                TemplateAdditions.legacy("v2", json("{'old':{'index_patterns':['v2'],'aliases':{'production':{}}}}"));
        assertThat(TemplateFindings.of(IndexAnswers.target("{}", wish("{}")), legacy))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.BLOCKS
                        && finding.what().startsWith("Index template 'old' would give"));
    }

    /// Elasticsearch: "cannot create index with name [v2], because it matches with template [logs] that
    /// creates data streams only".
    @Test
    void aTemplateOfDataStreamsBlocksAndSaysToTakeAnotherName() {
        TemplateAdditions streams =
                TemplateAdditions.composed("v2", json("{'template':{}}"), json(NAMED.formatted(",'data_stream':{}")));
        assertThat(TemplateFindings.of(IndexAnswers.target("{}", wish("{}")), streams))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.topic()).isEqualTo("template");
                    assertThat(finding.what()).contains("'logs' makes data streams only");
                    assertThat(finding.advice()).startsWith("Name a target index that the template does not match");
                });
    }

    @Test
    void aTemplateUnderWhichDocumentsAreNotKeptBlocksAndIsNamed() {
        assertThat(of("{}", "{'template':{'settings':{'index':{'derived_source':{'enabled':'true'}}}}}"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.topic()).isEqualTo("_source");
                    assertThat(finding.what()).startsWith("Index template 'logs' would make");
                });
        assertThat(of("{}", "{'template':{'settings':{'index':{'disable_sequence_numbers':'true'}}}}"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(FindingCode.TEMPLATE_LOSES_DOCUMENTS);
                    assertThat(finding.what()).contains("has its sequence numbers disabled");
                });
        assertThat(of("{}", "{'template':{'mappings':{'_source':{'mode':'synthetic'}}}}"))
                .extracting(Finding::topic)
                .containsExactly("_source");
        assertThat(of(
                        "{'derived_source.enabled':false}",
                        "{'template':{'settings':{'index':{'derived_source':{'enabled':'true'}}}}}"))
                .isEmpty();
    }

    private static List<Finding> of(String settings, String answer) {
        TemplateAdditions additions = TemplateAdditions.composed("v2", json(answer), json(NAMED.formatted("")));
        return TemplateFindings.of(IndexAnswers.target("{}", wish(settings)), additions);
    }

    private static TargetSettings wish(String settings) {
        return TargetSettings.of("v2", OptionalInt.empty(), OptionalInt.empty(), json(settings), Optional.empty());
    }
}
