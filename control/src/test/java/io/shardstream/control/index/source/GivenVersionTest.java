package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GivenVersionTest {
    private static final long TIME = 1_700_000_000_000L;
    private static final String SEARCH = "/cities/_search";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
        node.answers("/cities/_stats/docs", 200, stats(19, 4));
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aVersionThatTheServerCannotHaveCountedIsOfAClient() throws ElasticException {
        node.answers(SEARCH, 200, versions(TIME, 0));

        assertThat(found()).contains(new GivenVersion(TIME, 20));
        assertThat(found().orElseThrow().words())
                .contains("1,700,000,000,000", "20 changes", "refuses theirs below 1,125,899,906,842,624");
    }

    @Test
    void oneAboveAllWordsIsOvertakenByWhatComesLate() throws ElasticException {
        node.answers(SEARCH, 200, versions(3, TIME * 1_000_000));

        assertThat(found().orElseThrow().words()).contains("takes theirs even where they come late");
    }

    @Test
    void aVersionThatTheServerMayHaveCountedIsNone() throws ElasticException {
        node.answers(SEARCH, 200, versions(5, 0));
        assertThat(found()).isEmpty();
        node.answers(SEARCH, 200, versions(0, 0));
        assertThat(found()).isEmpty();
    }

    /// Shard 1 has had fewer changes.
    @Test
    void eachShardIsAskedWhereTheIndexDoesNotTell() throws ElasticException {
        node.answers(SEARCH, 200, versions(12, 0));
        assertThat(found()).contains(new GivenVersion(12, 5));
    }

    @Test
    void whereVersionsAreNotAggregatedTheNewestDocumentsTell() throws ElasticException {
        node.answers(SEARCH, 400, "{'error':{'type':'illegal_argument_exception','reason':'no fielddata'}}")
                .answersTo(SEARCH, "_seq_no", 200, newest("{'_version':3},{'_version':" + TIME + "}"));
        assertThat(found()).contains(new GivenVersion(TIME, 20));

        // What an earlier run has written.
        node.answersTo(SEARCH, "_seq_no", 200, newest("{'_version':" + (GivenVersion.FIRST_OF_COPY + 7) + "}"));
        assertThat(found()).isEmpty();
    }

    @Test
    void anAnswerThatIsNotWholeIsNone() {
        node.answers(SEARCH, 200, versions(5, 0).replace("'successful':2", "'successful':1"));
        assertThatThrownBy(this::found).isInstanceOf(ElasticException.Malformed.class);
        node.answers(SEARCH, 200, versions(5, 0).replace("'highest':{'value':5}", "'highest':{}"));
        assertThatThrownBy(this::found).isInstanceOf(ElasticException.Malformed.class);
    }

    private Optional<GivenVersion> found() throws ElasticException {
        return GivenVersion.in(node.cluster(), "cities", 2);
    }

    private static String versions(long below, long above) {
        return "{'timed_out':false,'_shards':{'total':2,'successful':2},'aggregations':{'versions':{'buckets':["
                + range(below) + "," + range(above) + "]}}}";
    }

    private static String range(long highest) {
        return highest == 0
                ? "{'doc_count':0,'highest':{'value':null}}"
                : "{'doc_count':3,'highest':{'value':" + highest + "}}";
    }

    private static String newest(String hits) {
        return "{'timed_out':false,'_shards':{'total':2,'successful':2},'hits':{'hits':[" + hits + "]}}";
    }

    private static String stats(long first, long second) {
        return "{'indices':{'cities':{'shards':{" + shard(0, first) + "," + shard(1, second) + "}}}}";
    }

    private static String shard(int shard, long highest) {
        return "'" + shard + "':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'max_seq_no':" + highest
                + ",'global_checkpoint':" + highest + "}}]";
    }
}
