package io.shardstream.cli.watch;

import io.shardstream.control.console.RunWatch;
import io.shardstream.control.console.view.RunView;

/// Views made of what Kafka says of the run.
record KafkaViews(RunWatch watch) implements Views {
    @Override
    public RunView look() {
        return watch.look();
    }

    @Override
    public void close() {
        watch.close();
    }
}
