package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.runfile.RunFile;

/// How a part starts, once the plan is known.
interface PartStarter {
    RunningPart start(RunFile run, RunPlan plan, Connections to);
}
