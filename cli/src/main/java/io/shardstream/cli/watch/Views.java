package io.shardstream.cli.watch;

import io.shardstream.control.console.view.RunView;
import io.shardstream.control.state.finding.RunRefusedException;
import org.apache.kafka.common.KafkaException;

/// Where one looks at a run, again and again.
interface Views extends AutoCloseable {
    /// How it stands now.
    ///
    /// @throws KafkaException if Kafka does not say
    /// @throws RunRefusedException if nobody has prepared the run
    RunView look();

    @Override
    void close();
}
