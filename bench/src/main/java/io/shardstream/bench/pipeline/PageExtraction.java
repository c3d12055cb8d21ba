package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Shape;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.UnreadablePageException;
import io.shardstream.workload.load.SampleDocument;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// One search response, out of which every document's `_source` is found and copied. JMH makes subclasses of
/// it.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PageExtraction {
    private static final int RESPONSE_BYTES = 8 << 20;
    private static final long SEED = 1;

    private final JsonFactory factory = new JsonFactory();

    /// The kind of documents.
    @Param({"rows", "cities", "articles", "long_articles", "nested"})
    public Shape shape = Shape.articles;

    private Bytes response = Bytes.EMPTY;
    private int documents;

    /// Makes a response such as a server gives for a window.
    @Setup
    public void prepare() throws UnreadablePageException {
        response = response(shape);
        documents = PageScanner.scan(response).hits().size();
    }

    /// As the reader does it.
    @Benchmark
    public void scan(Blackhole taken) throws UnreadablePageException {
        for (Hit hit : PageScanner.scanAll(response, documents).hits()) {
            Bytes source = hit.source();
            taken.consume(source == null ? null : source.toArray());
        }
    }

    /// As a parser would find the bounds: every token of the response.
    @Benchmark
    public void tokens(Blackhole taken) {
        try (JsonParser parser = factory.createParser(
                ObjectReadContext.empty(), response.array(), response.offset(), response.length())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                taken.consume(token);
            }
        }
    }

    /// A response of about 8 MB.
    static Bytes response(Shape shape) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(RESPONSE_BYTES + (1 << 18));
        long number = 0;
        try (Stream<SampleDocument> documents = shape.stream(1 << 16, SEED)) {
            for (SampleDocument document : (Iterable<SampleDocument>) documents::iterator) {
                write(text, """
                        %s{"_index":"source","_type":"_doc","_id":"%s","_seq_no":%d,"_primary_term":1,"_score":0.0,\
                        "_source":""".formatted(number == 0 ? "" : ",", document.id(), number));

                text.writeBytes(document.source().toArray());
                text.write('}');
                number++;
                if (text.size() >= RESPONSE_BYTES) {
                    break;
                }
            }
        }
        write(text, "]}}");
        ByteArrayOutputStream whole = new ByteArrayOutputStream(text.size() + (1 << 10));
        write(whole, """
                {"took":12,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},\
                "hits":{"total":{"value":%d,"relation":"eq"},"max_score":0.0,"hits":[""".formatted(number));
        whole.writeBytes(text.toByteArray());
        return Bytes.of(whole.toByteArray());
    }

    private static void write(ByteArrayOutputStream to, String text) {
        to.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
