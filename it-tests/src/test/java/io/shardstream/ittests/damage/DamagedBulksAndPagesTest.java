package io.shardstream.ittests.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.control.damage.DamagedJson;
import io.shardstream.control.damage.DamagedNode;
import io.shardstream.control.damage.GoodAnswers;
import io.shardstream.reader.source.HttpSourceShard;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.Window;
import io.shardstream.writer.answer.AnswerClassifier;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a target answers to a bulk, and a source to a search, with holes in it: nothing is taken for written,
/// or for all that there is, that may not be.
class DamagedBulksAndPagesTest {
    private static final int SEEDS = Integer.getInteger("shardstream.fuzz.seeds", 200);
    private static final String INDEX = "things";
    private static final String BULK = """
            {"took":3,"errors":true,"items":[
             {"index":{"_index":"things","_id":"a","_version":7,"result":"created","_seq_no":1,"status":201}},
             {"delete":{"_index":"things","_id":"b","_version":8,"result":"not_found","_seq_no":2,"status":404}},
             {"index":{"_index":"things","_id":"c","status":409,"error":{"type":"version_conflict_engine_exception",
               "reason":"no","caused_by":{"type":"x","reason":"y"}}}},
             {"index":{"_index":"things","_id":"d","status":400,"error":{"type":"document_parsing_exception",
               "reason":"no"}}}]}""";

    private static BulkAnswer answer(String body) {
        Reply reply = new Reply("http://n", Call.get("/_bulk"), 200, Bytes.utf8(body));
        return AnswerClassifier.bulk(reply, 100, List.of(false, true, false, false), INDEX);
    }

    private static boolean isApplied(BulkAnswer answer, int item) {
        return answer instanceof BulkAnswer.Items(List<ItemAnswer> items, long _, String _)
                && items.get(item) instanceof ItemAnswer.Applied;
    }

    @Test
    void theGoodAnswerIsUnderstood() {
        assertThat(isApplied(answer(BULK), 0)).isTrue();
        assertThat(isApplied(answer(BULK), 1)).isTrue();
    }

    /// What is left out of an item that failed makes it no item that was written.
    @Test
    void aHoleInAnAnswerMakesNothingWritten() {
        for (DamagedJson.Hole hole : new DamagedJson(BULK).holes()) {
            BulkAnswer answer = answer(hole.json());
            assertThat(isApplied(answer, 2) || isApplied(answer, 3))
                    .as(hole.json())
                    .isFalse();
        }
    }

    @Test
    void anItemWithoutAStatusIsNotWritten() {
        String item = "{\"_index\":\"things\",\"_id\":\"a\",\"result\":\"created\",\"status\":201}";
        for (DamagedJson.Hole hole : new DamagedJson(item).holes()) {
            Reply reply = new Reply(
                    "http://n",
                    Call.get("/_bulk"),
                    200,
                    Bytes.utf8("{\"took\":1,\"errors\":false,\"items\":[{\"index\":" + hole.json() + "}]}"));
            boolean isApplied = isApplied(AnswerClassifier.bulk(reply, 100, List.of(false), INDEX), 0);
            assertThat(isApplied && !hole.json().contains("201"))
                    .as(hole.json())
                    .isFalse();
        }
    }

    @Test
    void anErrorThatIsNoObjectIsNoSuccess() {
        for (String error : List.of("\"failed\"", "[]", "{}", "1", "true", "{\"type\":null}")) {
            BulkAnswer answer = answer(BULK.replace("\"status\":201", "\"status\":201,\"error\":" + error));
            assertThat(isApplied(answer, 0)).as(error).isFalse();
        }
    }

    @Test
    void anErrorWithManyCausesIsRead() {
        String causes = "{\"type\":\"x\",\"reason\":\"r\",\"caused_by\":".repeat(9_000) + "{}" + "}".repeat(9_000);
        assertThat(answer(BULK.replace("{\"type\":\"x\",\"reason\":\"y\"}", causes)))
                .isInstanceOf(BulkAnswer.Items.class);
    }

    @Test
    @Timeout(120)
    void aBulkThatIsAnsweredByChanceIsJudged() {
        DamagedJson bulk = new DamagedJson(BULK);
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(answer(bulk.of(seed))).as("seed %d", seed).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(120)
    void aPageWithAHoleIsNeverAWholeOneOfFewerDocumentsOrWithoutVersions(boolean versions) throws Exception {
        try (DamagedNode node = new DamagedNode("source")) {
            GoodAnswers.of(node, INDEX);
            String request = "POST /" + INDEX + "/_search";
            node.answers(request, 200, """
                    {"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},
                     "hits":{"total":{"value":1,"relation":"eq"},"max_score":1.0,"hits":[
                      {"_index":"things","_id":"a",%s"_seq_no":1,"_primary_term":3,"_score":1.0,"_source":{"f":"x"}}]}}""".formatted(versions ? "\"_version\":4," : ""));
            PrimaryCopy copy = new HttpSourceShard(
                            new IndexShards(node.cluster(), "source", INDEX, "u"), INDEX, 0, 1 << 20, versions)
                    .locate();
            DamagedJson page = new DamagedJson(node.answer(request));
            for (DamagedJson.Hole hole : page.holes()) {
                node.damage(request, hole.json());
                try {
                    WindowAnswer answer = copy.read(new Window(0, 5), 10, 1 << 20);
                    assertThat(answer instanceof WindowAnswer.Whole whole
                                    && (whole.hits().isEmpty()
                                            || whole.hits().getFirst().version() != (versions ? 4 : Hit.NO_VERSION)))
                            .as(hole.json())
                            .isFalse();
                } catch (Exception e) {
                    assertThat(e.getClass().getName()).as(hole.json()).startsWith("io.shardstream.");
                }
            }
            for (int seed = 0; seed < SEEDS; seed++) {
                node.damage(request, page.of(seed));
                try {
                    copy.read(new Window(0, 5), 10, 1 << 20);
                    copy.readAlone(new Window(0, 1));
                } catch (Exception e) {
                    assertThat(e.getClass().getName()).as("seed %d", seed).startsWith("io.shardstream.");
                }
            }
        }
    }
}
