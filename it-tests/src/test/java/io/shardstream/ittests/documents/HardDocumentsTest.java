package io.shardstream.ittests.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.DocumentId;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealServers
class HardDocumentsTest {
    private static final String UNMAPPED = "{\"dynamic\":false}";

    private final CopyRun run = CopyRun.create();

    @AfterEach
    void end() {
        run.close();
    }

    @Test
    void customRoutingIsKept() {
        run.withSource("\"number_of_shards\":2", UNMAPPED)
                .intoShards(4)
                .holding(new Articles(1)
                        .stream(300)
                                .map(document ->
                                        document.withRouting("r" + document.id().hashCode() % 17)));

        assertThat(copied().equal()).isEqualTo(300);
    }

    @Test
    void routingOverSeveralShardsIsKept() {
        run.withSource(
                        "\"number_of_shards\":4,\"routing_partition_size\":2",
                        "{\"dynamic\":false,\"_routing\":{\"required\":true}}")
                .intoShards(8)
                .holding(new Articles(1)
                        .stream(300)
                                .map(document ->
                                        document.withRouting("r" + document.id().hashCode() % 5)));

        assertThat(copied().equal()).isEqualTo(300);
    }

    @Test
    void nestedDocumentsCountOnce() {
        run.withSource("\"number_of_shards\":3", "{\"properties\":{\"n\":{\"type\":\"nested\"}}}")
                .holding(IntStream.range(0, 200)
                        .mapToObj(i -> SampleDocument.of("n" + i, "{\"n\":[{\"a\":1},{\"a\":%d},{}]}".formatted(i))));

        assertThat(copied().equal()).isEqualTo(200);
    }

    @Test
    void idsOfAnyTextAreKept() {
        List<String> ids = List.of(
                "\uD83D\uDE00".repeat(128),
                "é".repeat(256),
                "x".repeat(512),
                "\"quoted\" \\back\\ /slash/",
                "\u0000\u0001\u001f\u007f\u0085\u2028",
                "..",
                " spaces ",
                "new\nline\r\ttab",
                "{\"_id\":1}");
        run.withSource("\"number_of_shards\":3", UNMAPPED)
                .holding(ids.stream().map(id -> SampleDocument.of(id, "{\"a\":1}")));

        assertThat(copied().equal()).isEqualTo(ids.size());
    }

    @Test
    void bodiesOfAnyShapeAreKept() {
        run.withSource("\"number_of_shards\":3", UNMAPPED);
        put("empty", "{}");
        put("spaces", "  { } ");
        put("numbers", "{\"a\":[1E400,-0,0.10,1e-7,12345678901234567890123]}");
        put("escapes", "{\"a\":\"\\u00e9\\/\\ud83d\\ude00\\ud83d é\"}");
        put("comment", "{\"a\":1/* one */}");
        put("comment behind", "{\"a\":1} // one");
        put("carriage return", "{\"a\":\r1}");

        assertThat(copied().equal()).isEqualTo(7);
    }

    @Test
    void prettyPrintedBodiesStayEqualOutsideOfWhitespace() {
        run.withSource("\"number_of_shards\":3", UNMAPPED);
        put("lines", "\n{\n  \"a\": \"x  y\",\r\n  \"b\": [ ]\n}\n");
        put("lines and comments", "{ // one\n  \"a\": 1 /* two\n */\n}");
        put("line comment behind", "{\"a\":\n1} // one");

        ComparisonReport report = copied();

        assertThat(report.equal() + report.reformatted()).isEqualTo(3);
    }

    @Test
    void updatedAndDeletedDocumentsArriveAsTheyAreNow() {
        run.withSource("\"number_of_shards\":3", UNMAPPED)
                .holding(new Articles(1).stream(300))
                .holding(new Articles(2).stream(100));
        IntStream.range(200, 250).forEach(i -> run.rest().delete("/" + run.source() + "/_doc/article-" + i));

        assertThat(copied().equal()).isEqualTo(250);
    }

    @Test
    void documentsFarAboveKafkasDefaultLimitAreKept() {
        run.withSource("\"number_of_shards\":3", UNMAPPED).holding(new Articles(1).stream(50));
        put("1.5 MB", large(3 << 19));
        put("20 MB", large(20 << 20));

        assertThat(copied().equal()).isEqualTo(52);
    }

    @Test
    void documentAboveTheLimitIsNamedAndTheOthersAreCopied() {
        run.withSource("\"number_of_shards\":3", UNMAPPED)
                .withDocs("max-document: 1mb")
                .holding(new Articles(1).stream(50));
        put("too large", large(3 << 19));

        ComparisonReport report = copied(ExitCodes.REJECTED);

        assertThat(report.rejected()).isEqualTo(1);
        assertThat(run.rejects()).singleElement().satisfies(reject -> {
            assertThat(CopyRun.idOf(reject)).isEqualTo(DocumentId.of("too large"));
            assertThat(reject.type()).isEqualTo(Reject.TOO_LARGE);
        });
    }

    /// The server takes a number that JSON does not have, and fails when it writes the answer that holds it.
    @Test
    void documentAtWhichTheServerClosesTheConnectionIsNamedUntilItIsDeleted() {
        run.withSource("\"number_of_shards\":1", UNMAPPED).holding(new Articles(1).stream(50));
        byte[] yaml = "---\na:\n  b: .inf\n".getBytes(StandardCharsets.UTF_8);
        Rest.Answer put = run.rest().send("PUT", "/" + run.source() + "/_doc/endless", yaml, "application/yaml");
        assertThat(put.isOk()).as(() -> put.body().toString()).isTrue();

        Here copy = run.startHere("run");
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(() -> assertThat(run.command("status").text())
                        .contains("The source does not return the document with the number 50 of " + run.source()
                                + "[0], asked for alone"));
        run.rest().delete("/" + run.source() + "/_doc/endless");

        assertThat(copy.awaitEnd(TestPatience.LIMIT)).isEqualTo(ExitCodes.DIFFERENT);
        assertThat(run.assertCopied().equal()).isEqualTo(50);
    }

    /// C-131: the target quotes the value, so that document and reason do not fit into one record.
    @Test
    void documentThatTheTargetQuotesAtLengthIsRejectedWithItsBytesAndTheBeginningOfTheReason() {
        run.withSource("\"number_of_shards\":3", "{\"properties\":{\"n\":{\"type\":\"keyword\",\"ignore_above\":10}}}")
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withDocs("max-document: 4mb");
        put("long", "{\"n\":\"" + "x".repeat(3_500_000) + "\"}");
        put("short", "{\"n\":\"1\"}");

        ComparisonReport report = copied(ExitCodes.REJECTED);

        assertThat(report.rejected()).isEqualTo(1);
        assertThat(run.rejects()).singleElement().satisfies(reject -> {
            assertThat(CopyRun.idOf(reject)).isEqualTo(DocumentId.of("long"));
            assertThat(reject.hasBody()).isTrue();
            assertThat(reject.reason())
                    .contains("failed to parse field [n] of type [long]")
                    .hasSizeLessThan(5_000);
        });
    }

    /// A body that begins with a comment is taken for no JSON at all when it is to be shown, and every
    /// search that would return it fails with status 500; so the comparison cannot read the source either.
    @Test
    void documentThatTheSourceCannotReturnIsNamedAndTheOthersAreCopied() {
        run.withSource("\"number_of_shards\":3", UNMAPPED).holding(new Articles(1).stream(50));
        put("comment before", "/* one */ {\"a\":1}");
        run.rest().post("/" + run.source() + "/_refresh", "");
        Rest.Answer shown = run.rest()
                .send(
                        "POST",
                        "/" + run.source() + "/_search?allow_partial_search_results=false",
                        "{\"size\":100,\"_source\":{\"exclude_vectors\":false}}");
        assertThat(shown.status()).as(() -> shown.body().toString()).isEqualTo(500);

        assertThat(run.runHere()).isEqualTo(ExitCodes.REJECTED);

        assertThat(run.rejects()).singleElement().satisfies(reject -> {
            assertThat(CopyRun.idOf(reject)).isEqualTo(DocumentId.of("comment before"));
            assertThat(reject.type()).isEqualTo(Reject.UNREADABLE_IN_SOURCE);
        });
        assertThat(run.rest().get("/" + run.target() + "/_count").path("count").asLong())
                .isEqualTo(50);
    }

    private ComparisonReport copied() {
        return copied(ExitCodes.DONE);
    }

    private ComparisonReport copied(int code) {
        assertThat(run.runHere()).isEqualTo(code);
        return run.assertCopied();
    }

    private void put(String id, String body) {
        Rest.Answer answer = run.rest()
                .send(
                        "PUT",
                        "/" + run.source() + "/_doc/" + Rest.encoded(id),
                        Bytes.utf8(body).toArray());
        assertThat(answer.isOk()).as(() -> id + ": " + answer.body()).isTrue();
    }

    private static String large(int bytes) {
        return "{\"a\":\"" + "0123456789abcde ".repeat(bytes / 16) + "\"}";
    }
}
