package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.reader.ReaderService;
import io.shardstream.reader.ReaderSettings;
import io.shardstream.writer.WriterService;
import io.shardstream.writer.WriterSettings;

/// Starts reader and writer as a run file asks.
public final class Parts {
    private Parts() {}

    public static RunningPart reader(RunFile run, RunPlan plan, Connections to) {
        return reader(run, plan, to, MemberSettings.of(run.sessionTimeout()));
    }

    /// @param member of the readers' group
    public static RunningPart reader(RunFile run, RunPlan plan, Connections to, MemberSettings member) {
        ReaderSettings settings = new ReaderSettings(
                run.reader().windowsInFlight(),
                run.reader().windowBytes(),
                run.reader().maxBytes(),
                run.docs().maxBacklog(),
                member,
                run.source().refresh(),
                run.source().refreshInterval(),
                run.throttle());
        return new ReaderPart(ReaderService.start(new RunTopics(run.name()), plan, to.source(), to.kafka(), settings));
    }

    public static RunningPart writer(RunFile run, RunPlan plan, Connections to) {
        return writer(run, plan, to, MemberSettings.of(run.sessionTimeout()));
    }

    /// @param member of the writers' group
    public static RunningPart writer(RunFile run, RunPlan plan, Connections to, MemberSettings member) {
        WriterSettings settings = new WriterSettings(
                run.writer().bulkBytes(),
                run.writer().bulkScope(),
                run.writer().bulksInFlight(),
                run.writer().maxBytes(),
                member,
                run.throttle());
        return new WriterPart(WriterService.start(new RunTopics(run.name()), plan, to.target(), to.kafka(), settings));
    }
}
