package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.part.Part;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.completion.ControlService;
import io.shardstream.control.plan.Prepared;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Control beside the parts that work in this process, until the copy is complete.
final class PreparedRun {
    private PreparedRun() {}

    /// @return whether the copy is complete; false if the process was told to stop before
    static boolean follow(
            RunTopics topics,
            Prepared run,
            Connections to,
            List<? extends Part> parts,
            ProgressPrinter printer,
            Stop stop) {
        List<CompletableFuture<Void>> ends = parts.stream().map(Part::end).toList();
        try (ControlService control =
                ControlService.start(topics, run, to.source(), to.target(), to.kafka(), printer)) {
            return Waiting.until(control.end(), ends, stop);
        } finally {
            printer.end();
        }
    }
}
