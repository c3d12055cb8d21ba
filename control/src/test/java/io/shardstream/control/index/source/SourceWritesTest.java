package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SourceWritesTest {
    private static final IndexDescription INDEX = IndexDescription.of(
            "cities",
            new JsonMapper()
                    .readTree("{\"settings\":{\"index.uuid\":\"u\",\"index.number_of_shards\":\"2\","
                            + "\"index.number_of_replicas\":\"0\"},\"mappings\":{},\"aliases\":{}}"),
            1024);

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aSourceWhoseNumbersRiseMustBeFollowedOrNotByWordOfTheRunFile() throws ElasticException {
        holds(4, 7);
        SourceWrites writes = SourceWrites.whereNotSaid(Optional.empty(), node.cluster(), INDEX);
        holds(4, 9);
        assertThatThrownBy(writes::requireSaid)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'cities' is being written to (2 operations")
                .hasMessageContaining("follow: true")
                .hasMessageContaining("follow: false");
    }

    @Test
    void aSourceAtRestNeedsNoWord() throws ElasticException {
        holds(4, 7);
        SourceWrites writes = SourceWrites.whereNotSaid(Optional.empty(), node.cluster(), INDEX);
        assertThatCode(writes::requireSaid).doesNotThrowAnyException();
    }

    /// A copy that becomes the primary may lack what nobody was told was written; the other shard counts all
    /// the same.
    @Test
    void aShardWithFewerNumbersThanBeforeDoesNotHideWritesToAnother() throws ElasticException {
        holds(40, 7);
        SourceWrites writes = SourceWrites.whereNotSaid(Optional.empty(), node.cluster(), INDEX);
        holds(30, 8);
        assertThat(writes.problem())
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("1 operation "));
    }

    @Test
    void whereTheRunFileSaysItNobodyIsAsked() throws ElasticException {
        SourceWrites writes = SourceWrites.whereNotSaid(Optional.of(false), node.cluster(), INDEX);
        writes.requireSaid();
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void anAnswerWithoutNumbersIsNotTakenForASourceAtRest() {
        node.answers("/cities/_stats/docs", 200, "{'indices':{}}");
        assertThatThrownBy(() -> SourceWrites.whereNotSaid(Optional.empty(), node.cluster(), INDEX))
                .isInstanceOf(RunRefusedException.class);
    }

    private void holds(long first, long second) {
        node.answers("/cities/_stats/docs", 200, """
            {'indices':{'cities':{'shards':{
            '0':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'max_seq_no':%d}}],
            '1':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'max_seq_no':%d}}]}}}}\
            """.formatted(first, second));
    }
}
