package io.shardstream.cli.part;

import io.shardstream.cli.view.Numbers;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.WriterProgress;
import io.shardstream.writer.WriterService;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A writer as a part of this process.
record WriterPart(WriterService service) implements Part {
    @Override
    public String name() {
        return "writer";
    }

    @Override
    public CompletableFuture<Void> end() {
        return service.end();
    }

    @Override
    public String progress() {
        WriterProgress progress = service.progress();
        return "wrote %s documents, %s were superseded, %s rejected, %s, since it started"
                .formatted(
                        Numbers.count(progress.applied()),
                        Numbers.count(progress.superseded()),
                        Numbers.count(progress.rejected()),
                        Numbers.bytes((double) progress.bytes()));
    }

    @Override
    public Optional<Limiter> limitedBy() {
        return service.limitedBy();
    }

    @Override
    public void close() {
        service.close();
    }
}
