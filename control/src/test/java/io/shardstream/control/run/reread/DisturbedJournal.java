package io.shardstream.control.run.reread;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.control.state.controller.ForwardingJournal;
import io.shardstream.control.state.controller.Journal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A journal to which something happens just before a plan is written.
final class DisturbedJournal extends ForwardingJournal {
    private final Runnable before;

    DisturbedJournal(Journal journal, Runnable before) {
        super(journal);
        this.before = before;
    }

    @Override
    public long write(Map<String, byte @Nullable []> records) {
        if (records.containsKey(RunPlan.KEY)) {
            before.run();
        }
        return super.write(records);
    }
}
