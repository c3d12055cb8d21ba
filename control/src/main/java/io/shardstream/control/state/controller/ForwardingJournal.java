package io.shardstream.control.state.controller;

import io.shardstream.common.kafka.ControlRecords;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Leaves everything to another journal. For classes that do something beside some of its calls.
public abstract class ForwardingJournal implements Journal {
    private final Journal journal;

    protected ForwardingJournal(Journal journal) {
        this.journal = journal;
    }

    @Override
    public ControlRecords takeOver() {
        return journal.takeOver();
    }

    @Override
    public long write(Map<String, byte @Nullable []> records) {
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
