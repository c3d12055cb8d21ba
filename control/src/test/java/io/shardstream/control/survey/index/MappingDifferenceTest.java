package io.shardstream.control.survey.index;

import static io.shardstream.control.survey.index.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappingDifferenceTest {
    private static final String SOURCE =
            "{'properties':{'age':{'type':'keyword'},'home':{'properties':{'street':{'type':'text'}}}}}";

    @Test
    void theSameMappingDiffersInNothing() {
        assertThat(of(SOURCE)).isEmpty();
    }

    @Test
    void anotherTypeIsWarnedOf() {
        assertThat(of("{'properties':{'age':{'type':'long'},'home':{'type':'object','properties':{'street':"
                        + "{'type':'text'}}}}}"))
                .extracting(Finding::what)
                .containsExactly("Fields that have another type in the target: age (keyword → long).");
    }

    @Test
    void aFieldThatIsRefusedIsWarnedOf() {
        assertThat(of("{'dynamic':'strict','properties':{'age':{'type':'keyword'},'home':{'properties':{}}}}"))
                .singleElement()
                .matches(finding ->
                        finding.severity() == Severity.WARNS && finding.what().endsWith("home.street."));
    }

    @Test
    void aFieldThatIsNotIndexedIsNoted() {
        assertThat(of("{'dynamic':false,'properties':{'age':{'type':'keyword'}}}"))
                .extracting(Finding::what)
                .containsExactly("Fields of the source that the target keeps and does not index (dynamic): home.");
    }

    @Test
    void aFieldWhoseTypeIsGuessedIsNoted() {
        assertThat(of("{}"))
                .extracting(Finding::what)
                .containsExactly("Fields of the source whose type the target would guess: age, home.");
    }

    private static List<Finding> of(String target) {
        return MappingDifference.of(json(SOURCE), json(target));
    }
}
