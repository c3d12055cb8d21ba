package io.shardstream.workload.load;

import io.shardstream.workload.compare.CompareException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the log file of an earlier load says.
///
/// @param documents how its ids and bodies are made
/// @param memory the states that it allows; operations without an outcome count as unknown
public record LoadHistory(LoadDocuments documents, LoadMemory memory) {
    private static final JsonMapper JSON = new JsonMapper();

    /// Reads a log file. A last line that was cut off by a kill is left out: its operation was not sent, or is in
    /// doubt anyway.
    ///
    /// @throws IOException if it cannot be read
    /// @throws CompareException if it is no such file
    public static LoadHistory read(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String first = lines.readLine();
            JsonNode header = parse(first == null ? "" : first);
            if (!header.has("prefix") || !header.has("seed")) {
                throw new CompareException(
                        file + " is not the log of a load: its first line names no prefix and no seed.");
            }
            LoadDocuments documents = new LoadDocuments(
                    header.path("prefix").asString(),
                    header.path("seed").asLong(),
                    header.path("bytes").asInt());
            LoadMemory memory = new LoadMemory();
            Map<Long, Operation> underWay = new HashMap<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                replay(parse(line), documents, memory, underWay);
            }
            return new LoadHistory(documents, memory);
        }
    }

    private static void replay(
            JsonNode line, LoadDocuments documents, LoadMemory memory, Map<Long, Operation> underWay) {
        long number = line.path("op").asLong(0);
        if (line.has("do")) {
            int document = documents.document(line.path("id").asString()).orElseThrow();
            Operation operation = new Operation(
                    number,
                    document,
                    OperationKind.valueOf(line.path("do").asString().toUpperCase(Locale.ROOT)));
            memory.growTo(document + 1);
            memory.begin(operation);
            underWay.put(number, operation);
        } else if (line.has("outcome")) {
            Operation operation = underWay.remove(number);
            if (operation != null) {
                memory.end(
                        operation,
                        OperationOutcome.valueOf(line.path("outcome").asString().toUpperCase(Locale.ROOT)));
            }
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JacksonException e) {
            return JSON.createObjectNode();
        }
    }
}
