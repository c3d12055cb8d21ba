package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.elastic.Reply;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.writer.answer.AnswerClassifier;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.ElasticBulkSender;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Lets a server refuse documents in ways in which servers quote them, and looks at what of it a writer logs: why
/// something is sent again, and of a reject its type.
final class QuotationCheck {
    private static final String HIDDEN = "hidden";

    private QuotationCheck() {}

    static void nothingLoggedQuotesADocument(URI server) throws Exception {
        Rest rest = new Rest(server);
        ofAShardThatIsAway(rest);
        ofDocumentsThatAreRefused(rest);
    }

    private static void ofAShardThatIsAway(Rest rest) {
        String index = Servers.name("away");
        rest.put(
                "/" + index + "?wait_for_active_shards=0",
                "{\"settings\":{\"number_of_replicas\":0,\"index.routing.allocation.include._name\":\"nobody\"}}");
        String path = "/" + index + "/_bulk?timeout=1s";
        Rest.Answer answer = rest.send("POST", path, "{\"index\":{\"_id\":\"1\"}}\n{\"n\":\"" + HIDDEN + "\"}\n");
        Call call = Call.postLines(path, Bytes.EMPTY);
        Reply reply = new Reply(
                "node", call, answer.status(), Bytes.utf8(answer.body().toString()));
        assertThat(items(AnswerClassifier.bulk(reply, 40, List.of(false), index)))
                .singleElement()
                .isInstanceOfSatisfying(
                        ItemAnswer.Again.class,
                        again -> assertThat(again.why())
                                .contains("primary shard is not active")
                                .doesNotContain(HIDDEN));
        rest.delete("/" + index);
    }

    private static void ofDocumentsThatAreRefused(Rest rest) throws Exception {
        String index = Servers.name("quoted");
        rest.put(
                "/" + index,
                "{\"settings\":{\"number_of_replicas\":0},\"aliases\":{\"Quoted\":{}},"
                        + "\"mappings\":{\"properties\":{\"n\":{\"type\":\"long\"}}}}");
        ElasticSettings settings = ElasticSettings.open("target", List.of(rest.server()), TestPatience.LIMIT, "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            List<ItemAnswer> answers = answers(
                    cluster, index, "{\"n\":\"hidden\"}", "{\"n\":{\"hidden\":1}}", "{\"m\":1,\"x\":\"hidden\"");
            assertThat(answers)
                    .hasSize(3)
                    .allSatisfy(one -> assertThat(one)
                            .isInstanceOfSatisfying(
                                    ItemAnswer.Refused.class,
                                    refused -> assertThat(refused.type())
                                            .isNotEmpty()
                                            .doesNotContain(HIDDEN)));
            assertThat(answers.getLast())
                    .as("what is no JSON is not quoted in the reason either, where the server can be told so")
                    .isInstanceOfSatisfying(
                            ItemAnswer.Refused.class,
                            refused -> assertThat(refused.reason()).doesNotContain(HIDDEN));
        }
        rest.delete("/" + index);
    }

    private static List<ItemAnswer> answers(ElasticCluster cluster, String index, String... bodies) {
        Lane lane = new Lane(0, 0);
        List<Entry> entries = IntStream.range(0, bodies.length)
                .mapToObj(i -> new Entry(
                        lane, i, new DocRecord(Bytes.utf8("d" + i), null, (1L << 50) + i, Bytes.utf8(bodies[i]))))
                .toList();
        List<BulkAnswer> answers = new ArrayList<>();
        new ElasticBulkSender(cluster, "Quoted", index, Runnable::run)
                .send(new Bulk(entries, 0), "", answers::add, broken -> {
                    throw new AssertionError(broken);
                });
        return items(answers.getFirst());
    }

    private static List<ItemAnswer> items(BulkAnswer answer) {
        assertThat(answer).isInstanceOf(BulkAnswer.Items.class);
        return ((BulkAnswer.Items) answer).items();
    }
}
