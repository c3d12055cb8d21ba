package io.shardstream.cli.part;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.group.Pin;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.reader.ReaderService;
import io.shardstream.reader.ReaderSettings;
import io.shardstream.writer.WriterService;
import io.shardstream.writer.WriterSettings;
import java.util.Optional;

/// Starts reader and writer as a run file asks.
public final class Parts {
    private Parts() {}

    public static Part reader(RunFile run, RunPlan plan, Connections to) {
        return reader(run, plan, to, Pin.NONE);
    }

    /// @param pin which shards it prefers
    public static Part reader(RunFile run, RunPlan plan, Connections to, Pin pin) {
        ReaderSettings settings = new ReaderSettings(
                run.reader().windowsInFlight(),
                run.reader().windowBytes(),
                run.reader().maxBytes(),
                run.docs().maxBacklog(),
                run.sessionTimeout(),
                run.source().refresh(),
                pin,
                run.throttle());
        return new ReaderPart(ReaderService.start(new RunTopics(run.name()), plan, to.source(), to.kafka(), settings));
    }

    public static Part writer(RunFile run, RunPlan plan, Connections to) {
        return writer(run, plan, to, Pin.NONE, Optional.empty());
    }

    /// @param pin which lanes it prefers
    /// @param instance its name as a static member of the writers' group
    public static Part writer(RunFile run, RunPlan plan, Connections to, Pin pin, Optional<String> instance) {
        WriterSettings settings = new WriterSettings(
                run.writer().bulkBytes(),
                run.writer().bulkScope(),
                run.writer().bulksInFlight(),
                run.writer().maxBytes(),
                run.sessionTimeout(),
                pin,
                instance,
                run.throttle());
        return new WriterPart(WriterService.start(new RunTopics(run.name()), plan, to.target(), to.kafka(), settings));
    }
}
