package io.shardstream.control.preflight.server;

import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShardFactsTest {
    /// Fields that 7.17, 9.5 and OpenSearch have in common.
    private static final List<ShardFacts> SHARDS = ShardFacts.of("cities", json("""
            {'_shards':{'total':4,'successful':3,'failed':0},'indices':{'cities':{'uuid':'u','shards':{
              '10':[{'routing':{'state':'STARTED','primary':true,'node':'a'},'docs':{'count':0,'deleted':0},
                     'store':{'size_in_bytes':226},'seq_no':{'max_seq_no':-1,'global_checkpoint':-1}}],
              '2':[{'routing':{'state':'STARTED','primary':false,'node':'a'},'docs':{'count':98,'deleted':7},
                     'store':{'size_in_bytes':9000},'seq_no':{'max_seq_no':199}},
                   {'routing':{'state':'STARTED','primary':true,'node':'b'},'docs':{'count':100,'deleted':5},
                     'store':{'size_in_bytes':5000},'seq_no':{'max_seq_no':199}}]}}}}"""));

    @Test
    void thePrimaryOfEachShardCounts() {
        assertThat(SHARDS).containsExactly(new ShardFacts(2, 100, 5, 5000, 199), new ShardFacts(10, 0, 0, 226, -1));
    }

    @Test
    void densityIsHowManyNumbersAreStillThoseOfADocument() {
        assertThat(SHARDS).extracting(ShardFacts::density).containsExactly(50, 100);
    }
}
