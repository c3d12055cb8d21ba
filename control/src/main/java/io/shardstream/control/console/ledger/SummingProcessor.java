package io.shardstream.control.console.ledger;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// Keeps one sum for each partition of a topic.
final class SummingProcessor implements Processor<byte[], byte[], Void, Void> {
    private final String storeName;
    private final Summing summing;
    private int partition;
    private @Nullable ProcessorContext<Void, Void> context;
    private @Nullable KeyValueStore<Integer, byte[]> store;

    SummingProcessor(String storeName, Summing summing) {
        this.storeName = storeName;
        this.summing = summing;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        this.context = context;
        partition = context.taskId().partition();
        store = context.getStateStore(storeName);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        KeyValueStore<Integer, byte[]> sums = requireNonNull(store, "it is initialized before it is used");
        sums.put(partition, summing.add(sums.get(partition), record, offset()));
    }

    private long offset() {
        return requireNonNull(context, "it is initialized before it is used")
                .recordMetadata()
                .orElseThrow()
                .offset();
    }
}
