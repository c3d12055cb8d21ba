package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NumberProbeTest {
    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private void probe(String answer) throws ElasticException {
        node.answers("/i/_search", 200, answer);
        NumberProbe.require(node.cluster(), "i");
    }

    @Test
    void documentsWithNumbersCanBeRead() {
        assertThatCode(() -> probe("{'timed_out':false,'hits':{'hits':[{'_seq_no':7}]}}"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> probe("{'timed_out':false,'hits':{'hits':[{'_seq_no':-2}]}}"))
                .isInstanceOf(RunRefusedException.class);
        assertThatCode(() -> probe("{'timed_out':false,'hits':{'hits':[]}}")).doesNotThrowAnyException();
    }

    /// One that has none is not among those with a number in a range, and would be left out in silence.
    @Test
    void theFirstOfAllDocumentsIsAskedForAndThoseWithoutANumberComeFirst() throws Exception {
        probe("{'timed_out':false,'hits':{'hits':[{'_seq_no':0}]}}");
        assertThat(node.bodies())
                .singleElement()
                .asString()
                .contains("match_all", "\"_seq_no\":{\"order\":\"asc\",\"missing\":\"_first\"")
                .doesNotContain("range");
    }

    @Test
    void anAnswerThatDoesNotSayIsNoConsent() {
        assertThatThrownBy(() -> probe("{'timed_out':false}")).isInstanceOf(ElasticException.Malformed.class);
    }

    /// C-129.
    @Test
    void aSearchThatTimedOutSaysNothing() {
        assertThatThrownBy(() -> probe("{'timed_out':true,'hits':{'hits':[]}}"))
                .isInstanceOf(ElasticException.Malformed.class);
    }
}
