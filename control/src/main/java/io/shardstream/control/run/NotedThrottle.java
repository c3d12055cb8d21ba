package io.shardstream.control.run;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import java.util.Optional;

/// Notes what the run file of this process says of limits and guard, beside the work of the controller.
final class NotedThrottle implements ControllerWork {
    private final ControllerWork work;
    private final RunFileThrottle byFile;

    /// @param work what the controller does besides
    NotedThrottle(ControllerWork work, Throttle byFile) {
        this.work = work;
        this.byFile = new RunFileThrottle(byFile);
    }

    @Override
    public void begin() {
        work.begin();
    }

    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        Optional<RunFileThrottle> noted = term.read(RunFileThrottle.KEY, RunFileThrottle::decode);
        if (!noted.equals(Optional.of(byFile))) {
            term.write(RunFileThrottle.KEY, byFile.encode());
        }
        work.goOn(term);
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        work.carryOut(request, term);
    }
}
