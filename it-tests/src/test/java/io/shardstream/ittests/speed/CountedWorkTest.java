package io.shardstream.ittests.speed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.reader.publish.LaneSorter;
import io.shardstream.reader.publish.WindowRecords;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import io.shardstream.writer.answer.AnswerClassifier;
import io.shardstream.writer.send.BulkBody;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/// What the hot paths allocate for each document, beside the copies of its bytes that are wanted: figures that do not
/// depend on how fast the machine is. A limit is about a third above what was counted when it was set.
class CountedWorkTest {
    private static final int DOCUMENTS = 2000;
    private static final int WARM_UP = 30;
    private static final int MEASURED = 10;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<SampleDocument> documents =
            new Articles(1).stream(DOCUMENTS).toList();
    private final long sourceBytes =
            documents.stream().mapToLong(document -> document.source().length()).sum();

    @Test
    void aReaderFindsDocumentsWithoutCopyingThem() {
        Bytes response = response();

        assertThat(perDocument(0, () -> PageScanner.scanAll(response, DOCUMENTS)))
                .isLessThan(160);
    }

    @Test
    void aReaderCopiesADocumentOnceOnItsWayToKafka() throws Exception {
        Page page = PageScanner.scanAll(response(), DOCUMENTS);
        RunPlan plan = plan();
        LaneSorter sorter = new LaneSorter(plan, 0, 1);
        RunOrigin origin = RunOrigin.of(plan);

        assertThat(perDocument(sourceBytes, () -> records(sorter.harvest(page.hits(), List.of()), origin)))
                .isLessThan(600);
    }

    @Test
    void aWriterCopiesADocumentOnceOnItsWayIntoABulk() {
        List<DocRecord> records = documents.stream()
                .map(document -> new DocRecord(Bytes.utf8(document.id()), null, 1L << 50, document.source()))
                .toList();

        assertThat(perDocument(sourceBytes, () -> BulkBody.of(records))).isLessThan(250);
    }

    @Test
    void aWriterReadsAnAnswerWithoutATree() {
        String items = String.join(
                ",",
                Collections.nCopies(
                        DOCUMENTS, "{\"index\":{\"_index\":\"rows-v2\",\"result\":\"created\",\"status\":201}}"));
        Reply reply = new Reply(
                "node", Call.get("/"), 200, Bytes.utf8("{\"took\":7,\"errors\":false,\"items\":[" + items + "]}"));
        List<Boolean> deletes = Collections.nCopies(DOCUMENTS, false);

        assertThat(perDocument(0, () -> AnswerClassifier.bulk(reply, 1 << 20, deletes, "rows-v2")))
                .isLessThan(85);
    }

    /// Bytes that this thread allocates for each document beside those that are expected, at the least of several
    /// times.
    private static double perDocument(long expected, Callable<?> work) {
        long least = Long.MAX_VALUE;
        Object kept = null;
        for (int time = 0; time < WARM_UP + MEASURED; time++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                kept = work.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            if (time >= WARM_UP) {
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
        }
        assertThat(kept).isNotNull();
        return (double) (least - expected) / DOCUMENTS;
    }

    private static List<ProducerRecord<byte[], byte[]>> records(WindowRecords harvest, RunOrigin origin) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(harvest.size());
        harvest.documents()
                .forEach(document -> records.add(document.content().toProducerRecord("docs", document.lane(), origin)));
        return records;
    }

    private static RunPlan plan() {
        return new RunPlan(
                "source",
                "source-uuid",
                1,
                "target",
                "target-uuid",
                new ShardRouting(5, 640, 1),
                "run-write",
                "docs-id",
                1 << 20,
                List.of(-1L),
                0);
    }

    private Bytes response() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(ascii("""
                {"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},\
                "hits":{"total":{"value":%d,"relation":"eq"},"max_score":0.0,"hits":[""".formatted(DOCUMENTS)));
        for (int i = 0; i < documents.size(); i++) {
            text.writeBytes(
                    ascii("""
                    %s{"_index":"source","_id":"%s","_seq_no":%d,"_primary_term":1,"_score":0.0,"_source":""".formatted(i == 0 ? "" : ",", documents.get(i).id(), i)));
            text.writeBytes(documents.get(i).source().toArray());
            text.write('}');
        }
        text.writeBytes(ascii("]}}"));
        return Bytes.of(text.toByteArray());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
