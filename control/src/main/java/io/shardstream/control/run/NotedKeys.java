package io.shardstream.control.run;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFileKeys;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notes by which keys of its run file this process controls the run, beside the work of the controller, and
/// says which of them are others than before.
final class NotedKeys implements ControllerWork {
    private static final Logger LOG = LoggerFactory.getLogger(NotedKeys.class);

    private final ControllerWork work;
    private final RunFileKeys byFile;

    /// @param work what the controller does besides
    NotedKeys(ControllerWork work, RunFileKeys byFile) {
        this.work = work;
        this.byFile = byFile;
    }

    @Override
    public void begin() {
        work.begin();
    }

    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        Optional<RunFileKeys> noted = term.read(RunFileKeys.KEY, RunFileKeys::decode);
        if (!noted.equals(Optional.of(byFile))) {
            noted.ifPresent(before -> LOG.warn(
                    "The run goes by this process's run file from now on, which says otherwise than the one before: {}. Start this process again with the other file if that is not meant.",
                    byFile.changedSince(before)));
            term.write(RunFileKeys.KEY, byFile.encode());
        }
        work.goOn(term);
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        work.carryOut(request, term);
    }
}
