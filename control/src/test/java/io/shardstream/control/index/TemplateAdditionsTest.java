package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Servers apply no template with the pattern `*` to an index that is made hidden.
class TemplateAdditionsTest {
    private static final String OF_ALL = "{'name':'all','index_template':{'index_patterns':['*'],'priority':9}}";
    private static final String OF_V2 = "{'name':'v2','index_template':{'index_patterns':['v*'],'priority':1}}";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target")
                .answers("/_index_template/_simulate_index/v2", 200, "{}")
                .answers("/_index_template/_simulate/v2", 200, "{'template':{'aliases':{'versions':{}}}}")
                .answers("/_template", 200, """
                        {'all':{'index_patterns':['*'],'aliases':{'everything':{}}},
                         'both':{'index_patterns':['v2','*'],'aliases':{'both':{}}},
                         'some':{'index_patterns':['v*'],'aliases':{'some':{}}}}""");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aLegacyTemplateForAllIndicesIsNotAppliedToAHiddenOne() throws ElasticException {
        assertThat(of(false).aliases()).containsExactlyInAnyOrder("everything", "both", "some");
        assertThat(of(true).aliases()).containsExactly("some");
        assertThat(of(true).names()).containsExactly("some");
    }

    @Test
    void inPlaceOfAComposableOneForAllIndicesAHiddenOneGetsTheNext() throws ElasticException {
        simulates(OF_ALL + "," + OF_V2);
        assertThat(of(false).aliases()).containsExactly("everywhere");
        assertThat(of(true).aliases()).containsExactly("versions");
        assertThat(of(true).names()).containsExactly("v2");
    }

    @Test
    void whereThereIsNoOtherLegacyOnesAreApplied() throws ElasticException {
        simulates(OF_ALL);
        assertThat(of(false).names()).containsExactly("all");
        assertThat(of(true).aliases()).containsExactly("some");
    }

    @Test
    void oneWithAPatternOfItsOwnIsAppliedToAHiddenIndexToo() throws ElasticException {
        simulates(OF_V2);
        assertThat(of(true)).isEqualTo(of(false));
        assertThat(of(true).aliases()).containsExactly("everywhere");
    }

    private void simulates(String templates) {
        node.answers("/_index_template/_simulate_index/v2", 200, "{'template':{'aliases':{'everywhere':{}}}}")
                .answers("/_index_template", 200, "{'index_templates':[" + templates + "]}");
    }

    private TemplateAdditions of(boolean isHidden) throws ElasticException {
        return TemplateAdditions.of(node.cluster(), "v2", isHidden);
    }
}
