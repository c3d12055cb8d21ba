package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.control.compare.rejects.Treatment.Treated;
import io.shardstream.control.index.FakeNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineTreatmentTest {
    /// C-48: what is deeper than anything that is read here is the matter of one document.
    @Test
    void aDocumentThatThePipelineMakesTooDeepIsToldAndTheOthersAreTreated() throws Exception {
        String deep = "{'a':".repeat(20_000) + "1" + "}".repeat(20_000);
        try (FakeNode node = new FakeNode("target")
                .answers("/_ingest/pipeline/p", 200, "{}")
                .answers(
                        "/_ingest/pipeline/p/_simulate",
                        200,
                        "{'docs':[{'doc':{'_index':'t','_id':'deep','_source':" + deep + "}}]}")
                .answersTo(
                        "/_ingest/pipeline/p/_simulate",
                        "\"_id\":\"a\",\"_source\":{}\n}]",
                        200,
                        "{'docs':[{'doc':{'_index':'t','_id':'a','_source':{'x':1}}}]}")) {
            assertThat(PipelineTreatment.of(node.cluster(), "p", "t", 1 << 20)
                            .of(List.of(document("a"), document("deep"))))
                    .containsExactly(
                            new Treated.Changed(Bytes.utf8("{\"x\":1}")),
                            new Treated.Untreated("it has more than 10000 levels after the pipeline"));
        }
    }

    private static DocRecord document(String id) {
        return new DocRecord(Bytes.utf8(id), null, 7, Bytes.utf8("{}"));
    }
}
