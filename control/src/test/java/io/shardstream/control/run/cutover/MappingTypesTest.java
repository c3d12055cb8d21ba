package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A mapping type that clients of the source may name.
class MappingTypesTest {
    private final CutoverFixture run = new CutoverFixture();

    @BeforeEach
    void type() {
        run.cluster.types.put(SOURCE, "city");
    }

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void isToldByNameWhereTheTargetDoesNotHaveIt() throws Exception {
        Answer refused = cutOver(Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "mapping type city (the target has _doc: requests that name the type, such as PUT"
                                + " /<index>/city/<id>, are refused or find nothing)",
                        "Have clients name no type (PUT /<index>/_doc/<id>), or begin a run with a target that was made"
                                + " with that type: type:city. ",
                        "--accept-difference 'type:city'")
                .doesNotContain("Change in the target");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(cutOver(Map.of("accept-difference", "type:city")).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void isNotToldWhereTheTargetHasItToo() throws Exception {
        run.cluster.types.put(TARGET, "city");

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void isToldWhereTheTargetHasAnother() throws Exception {
        run.cluster.types.put(TARGET, "town");

        assertThat(cutOver(Map.of()).sentence()).contains("mapping type city (the target has town:");
    }
}
