package io.shardstream.bench.worker;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `shardstream verify` as part of this process: with its connections, its report and all.
final class Verifying {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Verifying() {}

    /// @param content as the command takes it
    /// @throws IllegalStateException if source and target are not equal, or it could not be found out
    static Done run(Path runFile, String content) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        try (Meter meter = Meter.start()) {
            int code = Shardstream.commandLine(new Stop(), System::getenv)
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute("verify", "-f", runFile.toString(), "--content", content, "-o", "json");
            if (code != ExitCodes.DONE) {
                throw new IllegalStateException("verify ended with %d: %s%s".formatted(code, out, err));
            }
            JsonNode result = MAPPER.readTree(out.toString());
            if (!result.path("equal").asBoolean()) {
                throw new IllegalStateException("Not all was verified: " + result);
            }
            return meter.done(result.path("source_documents").asLong(), 0);
        }
    }
}
