package io.shardstream.bench.peer;

import io.shardstream.bench.stage.BenchRest;
import io.shardstream.bench.stage.BenchServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Reading an index by a client that throws everything away as it comes: as fast as the server hands it out.
public final class BareReading implements AutoCloseable {
    private static final int OK = 200;
    /// Where the scroll's id lies in an answer: at its very beginning, before the documents.
    private static final String SCROLL_ID = "\"_scroll_id\":\"";

    /// Bytes of an answer in which its number of hits stands.
    private static final int HEAD = 1024;

    private static final Pattern TOTAL = Pattern.compile("\"total\":\\{\"value\":(\\d+)");

    private final URI server;
    private final String index;
    private final int shards;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public BareReading(URI server, String index, int shards) {
        this.server = server;
        this.index = index;
        this.shards = shards;
    }

    /// Whether [#pointInTime] can be asked of a server; OpenSearch's are elsewhere.
    public static boolean hasPointsInTime(BenchServers stage) {
        return switch (stage.spec().version().product()) {
            case ELASTICSEARCH -> true;
            case OPENSEARCH -> false;
        };
    }

    /// Windows over sequence numbers, each of one shard.
    ///
    /// @param width sequence numbers of each
    /// @param atOnce of each shard
    /// @param documents that the answers must have together
    /// @return bytes of all answers
    /// @throws IllegalStateException if they have others
    public long windows(BenchRest rest, int width, int atOnce, long documents) {
        Queue<HttpRequest> waiting = new ConcurrentLinkedQueue<>();
        List<Long> ends = ends(rest);
        long longest = ends.stream().mapToLong(end -> end).max().orElse(-1);
        for (long from = 0; from <= longest; from += width) {
            for (int shard = 0; shard < shards; shard++) {
                if (from <= ends.get(shard)) {
                    waiting.add(
                            post("/" + index + "/_search?preference=_shards:" + shard + "%7C_only_local", """
                            {"size":%d,"track_total_hits":true,"seq_no_primary_term":true,"query":{"bool":{"filter":[\
                            {"range":{"_seq_no":{"gte":%d,"lt":%d}}}]}}}""".formatted(
                                            width, from, from + width)));
                }
            }
        }
        LongAdder found = new LongAdder();
        long read = together(atOnce * shards, () -> {
            long bytes = 0;
            for (HttpRequest next = waiting.poll(); next != null; next = waiting.poll()) {
                bytes += send(next, HttpResponse.BodyHandlers.ofInputStream(), body -> drained(body, found));
            }
            return bytes;
        });
        if (found.sum() != documents) {
            throw new IllegalStateException("Windows found %,d documents of %,d".formatted(found.sum(), documents));
        }
        return read;
    }

    /// A scroll in slices.
    ///
    /// @param size documents of each page
    /// @return bytes of all answers
    public long scroll(int slices, int size) {
        long read = inSlices(slices, slice -> {
            byte[] page = send(
                    post("/" + index + "/_search?scroll=5m&allow_partial_search_results=false", """
                            {"size":%d,"sort":["_doc"]%s}""".formatted(
                                    size, sliceOf(slice, slices))),
                    HttpResponse.BodyHandlers.ofByteArray(),
                    body -> body);
            long bytes = page.length;
            while (!isEmpty(page)) {
                page = send(
                        post("/_search/scroll", "{\"scroll\":\"5m\",\"scroll_id\":\"" + scrollId(page) + "\"}"),
                        HttpResponse.BodyHandlers.ofByteArray(),
                        body -> body);
                bytes += page.length;
            }
            return bytes;
        });
        free("/_search/scroll", "{\"scroll_id\":\"_all\"}");
        return read;
    }

    /// A point in time in slices, sorted by shard and position.
    ///
    /// @param size documents of each page
    /// @return bytes of all answers
    public long pointInTime(BenchRest rest, int slices, int size) {
        String pit =
                rest.post("/" + index + "/_pit?keep_alive=5m", null).path("id").asString();
        long read = inSlices(slices, slice -> {
            long bytes = 0;
            String after = "";
            while (true) {
                byte[] page = send(
                        post("/_search", """
                                {"size":%d,"track_total_hits":false,"sort":[{"_shard_doc":"asc"}],\
                                "pit":{"id":"%s","keep_alive":"5m"}%s%s}\
                                """.formatted(size, pit, sliceOf(slice, slices), after)),
                        HttpResponse.BodyHandlers.ofByteArray(),
                        body -> body);
                bytes += page.length;
                if (isEmpty(page)) {
                    return bytes;
                }
                after = ",\"search_after\":[" + lastSort(page) + "]";
            }
        });
        free("/_pit", "{\"id\":\"" + pit + "\"}");
        return read;
    }

    @FunctionalInterface
    private interface SliceReading {
        long read(int slice) throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface Reading {
        long read() throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface BodyReading<T, R> {
        R of(T body) throws IOException;
    }

    private long inSlices(int slices, SliceReading reading) {
        Queue<Integer> waiting = new ConcurrentLinkedQueue<>();
        for (int slice = 0; slice < slices; slice++) {
            waiting.add(slice);
        }
        return together(slices, () -> {
            Integer slice = waiting.poll();
            return slice == null ? 0 : reading.read(slice);
        });
    }

    private static long together(int times, Reading reading) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                all.add(threads.submit(reading::read));
            }
            long bytes = 0;
            for (Future<Long> one : all) {
                bytes += one.get();
            }
            return bytes;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Reading failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private <T, R> R send(HttpRequest request, HttpResponse.BodyHandler<T> handler, BodyReading<T, R> body)
            throws IOException, InterruptedException {
        HttpResponse<T> answer = client.send(request, handler);
        if (answer.statusCode() != OK) {
            throw new IOException(request.uri().getPath() + " was answered with " + answer.statusCode());
        }
        return body.of(answer.body());
    }

    /// Lets the server forget what it keeps for a reading: 500 at most, each for five minutes. It may have done so.
    private void free(String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method("DELETE", HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            client.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// @param found told of the number of hits, which stands before them
    private static long drained(InputStream body, LongAdder found) throws IOException {
        try (body) {
            byte[] buffer = new byte[1 << 16];
            long bytes = body.readNBytes(buffer, 0, HEAD);
            Matcher total = TOTAL.matcher(new String(buffer, 0, (int) bytes, StandardCharsets.ISO_8859_1));
            if (!total.find()) {
                throw new IOException("an answer does not begin with its number of hits");
            }
            found.add(Long.parseLong(total.group(1)));
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                bytes += read;
            }
            return bytes;
        }
    }

    private HttpRequest post(String path, String body) {
        return HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private List<Long> ends(BenchRest rest) {
        JsonNode stats = rest.get("/" + index + "/_stats/docs?level=shards&filter_path=indices.*.shards.*.seq_no");
        List<Long> ends = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            ends.add(stats.at("/indices/" + index + "/shards/" + shard + "/0/seq_no/max_seq_no")
                    .asLong(-1));
        }
        return ends;
    }

    private static String sliceOf(int slice, int slices) {
        return slices == 1 ? "" : ",\"slice\":{\"id\":%d,\"max\":%d}".formatted(slice, slices);
    }

    private static String scrollId(byte[] page) {
        String head = new String(page, 0, Math.min(page.length, 1 << 16), StandardCharsets.ISO_8859_1);
        int from = head.indexOf(SCROLL_ID) + SCROLL_ID.length();
        return head.substring(from, head.indexOf('"', from));
    }

    private static boolean isEmpty(byte[] page) {
        String tail =
                new String(page, Math.max(0, page.length - 20), Math.min(20, page.length), StandardCharsets.ISO_8859_1);
        return tail.endsWith("\"hits\":[]}}");
    }

    private static String lastSort(byte[] page) {
        String tail = new String(
                page, Math.max(0, page.length - 100), Math.min(100, page.length), StandardCharsets.ISO_8859_1);
        int from = tail.lastIndexOf("\"sort\":[") + "\"sort\":[".length();
        return tail.substring(from, tail.indexOf(']', from));
    }

    @Override
    public void close() {
        client.close();
    }
}
