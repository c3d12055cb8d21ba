package io.shardstream.control.completion;

import io.shardstream.common.record.Request;
import io.shardstream.common.record.RunFileThrottle;
import io.shardstream.common.record.Throttle;
import io.shardstream.control.controller.Term;
import io.shardstream.control.controller.Work;
import java.util.Optional;

/// Notes what the run file of this process says of limits and guard, beside the work of the controller.
final class NotedThrottle implements Work {
    private final Work work;
    private final RunFileThrottle byFile;

    /// @param work what the controller does besides
    NotedThrottle(Work work, Throttle byFile) {
        this.work = work;
        this.byFile = new RunFileThrottle(byFile);
    }

    @Override
    public void begin() {
        work.begin();
    }

    @Override
    public void goOn(Term term) throws Exception {
        Optional<RunFileThrottle> noted = term.read(RunFileThrottle.KEY, RunFileThrottle::decode);
        if (!noted.equals(Optional.of(byFile))) {
            term.write(RunFileThrottle.KEY, byFile.encode());
        }
        work.goOn(term);
    }

    @Override
    public void carryOut(Request request, Term term) throws Exception {
        work.carryOut(request, term);
    }
}
