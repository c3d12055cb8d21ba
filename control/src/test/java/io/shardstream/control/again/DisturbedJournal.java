package io.shardstream.control.again;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.RunPlan;
import io.shardstream.control.controller.Journal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A journal to which something happens just before a plan is written.
record DisturbedJournal(Journal journal, Runnable before) implements Journal {
    @Override
    public ControlRecords takeOver() {
        return journal.takeOver();
    }

    @Override
    public long write(Map<String, byte @Nullable []> records) {
        if (records.containsKey(RunPlan.KEY)) {
            before.run();
        }
        return journal.write(records);
    }

    @Override
    public ControlRecords latest() {
        return journal.latest();
    }

    @Override
    public long end() {
        return journal.end();
    }

    @Override
    public List<byte @Nullable []> values(String key, long from, long before) {
        return journal.values(key, from, before);
    }

    @Override
    public void close() {
        journal.close();
    }
}
