package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How a server is asked to count, over real HTTP, and which of its answers are counts.
class CountSearchTest {
    private static final List<NumberSpan> SPANS = List.of(new NumberSpan(0, 32));
    private static final Counting NUMBERS = new Counting.OfNumbers(SPANS, 16);
    private static final String WHOLE = "\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0}";

    private FakeShard node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeShard();
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    private static String answer(boolean timedOut, String shards, long total, String more) {
        return "{\"timed_out\":" + timedOut + "," + shards + ",\"hits\":{\"total\":{\"value\":" + total
                + ",\"relation\":\"eq\"}},\"aggregations\":{\"blocks\":{\"buckets\":[{\"key\":16.0,\"doc_count\":3"
                + more
                + "}]}}}";
    }

    private Counted count(Counting what) throws Exception {
        return node.shard().locate().count(what);
    }

    @Test
    void aCountIsThatOfTheWholeShardAndOfNoCache() throws Exception {
        node.answered = _ -> answer(false, WHOLE, 3, "");

        assertThat(count(NUMBERS))
                .isInstanceOfSatisfying(
                        Counted.Counts.class,
                        counts -> assertThat(counts.blocks().counts()).isEqualTo(Map.of(16L, 3L)));

        assertThat(node.parameters)
                .singleElement()
                .asString()
                .contains("request_cache=false")
                .contains("preference=_shards:0|_only_local")
                .contains("allow_partial_search_results=false")
                .contains("timeout=-1");
        assertThat(node.requests).contains("/i/_search");
    }

    @Test
    void aCountThatTimedOutIsNone() throws Exception {
        node.answered = _ -> answer(true, WHOLE, 3, "");

        assertThat(count(NUMBERS))
                .isInstanceOfSatisfying(
                        Counted.Unknown.class,
                        unknown -> assertThat(unknown.cause()).isEqualTo(Counted.Cause.INCOMPLETE));
    }

    @Test
    void aShardThatIsNotThereIsAskedForAgain() {
        node.answered = _ -> answer(false, "\"_shards\":{\"total\":0,\"successful\":0,\"failed\":0}", 3, "");

        assertThatThrownBy(() -> count(NUMBERS)).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void whatDoesNotAddUpIsCountedByValuesFromThenOn() throws Exception {
        ScannedShard shard = node.shard();
        node.answered = _ -> answer(false, WHOLE, 1, ",\"values\":{\"value\":1}");

        assertThat(shard.locate().count(NUMBERS)).isInstanceOf(Counted.Counts.class);
        assertThat(shard.locate().count(NUMBERS)).isInstanceOf(Counted.Counts.class);

        assertThat(node.searches)
                .extracting(search -> search.toString().contains("value_count"))
                .containsExactly(false, true, true);
        node.answered = _ -> answer(false, WHOLE, 2, ",\"values\":{\"value\":1}");
        assertThat(shard.locate().count(NUMBERS)).isInstanceOf(Counted.Unknown.class);
    }

    @Test
    void tooManyBucketsAreNoFailure() throws Exception {
        for (String status : List.of("400", "503")) {
            node.answered = _ -> status + "{\"error\":{\"type\":\"search_phase_execution_exception\",\"caused_by\":"
                    + "{\"type\":\"too_many_buckets_exception\"}}}";

            assertThat(count(NUMBERS)).isInstanceOf(Counted.TooManyBlocks.class);
            assertThat(node.shard().locate().numbersOf(List.of(5L))).isEmpty();
        }
        node.answered = _ -> "503";
        assertThatThrownBy(() -> count(NUMBERS)).isInstanceOf(ElasticException.Refused.class);
    }

    @Test
    void whatAServerNeverCountsIsRefused() throws Exception {
        node.answered = _ -> "400{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"Fielddata is not"
                + " supported on field [_version]\"}}";

        assertThat(count(new Counting.OfVersions(SPANS, NumberSpan.outside(SPANS), 16)))
                .isInstanceOfSatisfying(Counted.Unknown.class, unknown -> {
                    assertThat(unknown.cause()).isEqualTo(Counted.Cause.REFUSED);
                    assertThat(unknown.why()).contains("Fielddata is not supported");
                });
    }

    @Test
    void numbersWithoutPointsAreNotSearchedFor() throws Exception {
        List<NumberSpan> two = List.of(new NumberSpan(0, 16), new NumberSpan(32, 48));
        node.answered = _ -> answer(false, WHOLE, 3, "");
        count(new Counting.OfNumbers(two, 16));
        node.hasPoints = false;
        count(new Counting.OfNumbers(two, 16));

        // What does not add up is asked for once more.
        assertThat(node.searches).extracting(search -> search.has("query")).containsExactly(true, true, false, false);
    }
}
