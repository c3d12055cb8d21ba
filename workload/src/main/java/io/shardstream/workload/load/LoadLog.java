package io.shardstream.workload.load;

import io.shardstream.workload.compare.CompareException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The log of a load, one JSON object a line. The first line says what the bodies are made of. Every operation has a
/// line that is written before it is sent, and one with its outcome; an operation without the second one is of
/// unknown outcome. What both lines say:
///
/// `{"op":7,"id":"live-1-3","do":"update","form":"bulk","at":"2026-01-01T00:00:00.120Z"}`
///
/// `{"op":7,"outcome":"ok","status":200,"ms":12.4}`
final class LoadLog implements AutoCloseable {
    private static final double MICROS_IN_MILLI = 1000.0;

    private final LoadDocuments documents;
    private final InstantSource clock;
    private final @Nullable BufferedWriter out;

    private LoadLog(LoadDocuments documents, InstantSource clock, @Nullable BufferedWriter out) {
        this.documents = documents;
        this.clock = clock;
        this.out = out;
    }

    /// Writes nothing.
    static LoadLog none(LoadDocuments documents) {
        return new LoadLog(documents, InstantSource.system(), null);
    }

    /// @throws IOException if the file is there already or cannot be made
    static LoadLog create(Path file, LoadDocuments documents, String index, InstantSource clock) throws IOException {
        LoadLog log = new LoadLog(documents, clock, Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW));
        log.line("{\"prefix\":\"%s\",\"seed\":%d,\"bytes\":%d,\"index\":\"%s\",\"at\":\"%s\"}"
                .formatted(documents.prefix(), documents.seed(), documents.bodyBytes(), index, clock.instant()));
        return log;
    }

    void begun(LoadRequest request) {
        if (out == null) {
            return;
        }
        Instant now = clock.instant();
        for (Operation operation : request.operations()) {
            line("{\"op\":" + operation.number() + ",\"id\":\"" + documents.id(operation.document()) + "\",\"do\":\""
                    + operation.kind().label() + "\",\"form\":\""
                    + request.form().label() + "\",\"at\":\"" + now + "\"}");
        }
        flush();
    }

    /// @param micros from the moment at which the operation was due to the answer
    void ended(Operation operation, Result result, long micros) {
        if (out != null) {
            line("{\"op\":" + operation.number() + ",\"outcome\":\""
                    + result.outcome().label() + "\",\"status\":" + result.status() + ",\"ms\":"
                    + micros / MICROS_IN_MILLI + "}");
        }
    }

    private void line(String line) {
        if (out != null) {
            try {
                out.write(line);
                out.newLine();
            } catch (IOException e) {
                throw new CompareException("Cannot write the log: " + e.getMessage(), e);
            }
        }
    }

    void flush() {
        if (out != null) {
            try {
                out.flush();
            } catch (IOException e) {
                throw new CompareException("Cannot write the log: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        if (out != null) {
            try {
                out.close();
            } catch (IOException e) {
                throw new CompareException("Cannot write the log: " + e.getMessage(), e);
            }
        }
    }
}
