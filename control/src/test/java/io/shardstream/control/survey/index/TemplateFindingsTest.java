package io.shardstream.control.survey.index;

import static io.shardstream.control.survey.index.IndexAnswers.index;
import static io.shardstream.control.survey.index.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.Severity;
import io.shardstream.control.target.TargetSettings;
import io.shardstream.control.target.WantedTarget;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TemplateFindingsTest {
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
    void aTemplateWithAliasesIsWarnedOf() {
        assertThat(of("{}", "{'template':{'settings':{},'aliases':{'production':{}}}}"))
                .extracting(Finding::topic)
                .containsExactly("aliases");
    }

    private static List<Finding> of(String settings, String answer) {
        TargetSettings wish =
                TargetSettings.of("v2", OptionalInt.empty(), OptionalInt.empty(), json(settings), Optional.empty());
        return TemplateFindings.of(WantedTarget.created(index("{}"), wish, false), json(answer));
    }
}
