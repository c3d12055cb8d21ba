package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PrimaryTermsTest {
    private static final int SHARDS = 4;

    private static SourceTerms terms(String answer) throws ElasticException {
        return PrimaryTerms.of("source", "cities", SHARDS, new JsonMapper().readTree(answer.replace('\'', '"')));
    }

    @Test
    void eachShardHasItsTerm() throws Exception {
        assertThat(terms("{'metadata':{'indices':{'cities':{'primary_terms':{'1':3,'0':1,'2':12,'3':1}}}}}"))
                .isEqualTo(new SourceTerms(List.of(1L, 3L, 12L, 1L)));
    }

    /// Terms that are taken for 0 would be equal to others of which nothing was told either: no shard would
    /// count as one whose primary has changed.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'metadata':{'indices':{'others':{'primary_terms':{'0':1,'1':1,'2':1,'3':1}}}}}",
                "{'metadata':{'indices':{'cities':{'primary_terms':{'0':1,'1':1}}}}}",
                "{'metadata':{'indices':{'cities':{'primary_terms':{'0':1,'1':1,'2':0,'3':1}}}}}",
                "{'metadata':{'indices':{'cities':{'primary_terms':{'0':1,'1':1,'2':'x','3':1}}}}}"
            })
    void whatIsNotToldIsNoTerm(String answer) {
        assertThatThrownBy(() -> terms(answer))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("does not tell the primary term of shard")
                .hasMessageContaining("'cities'");
    }
}
