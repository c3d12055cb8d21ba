package io.shardstream.cli.run;

import io.shardstream.control.console.view.RunView;

/// An open look at a run that was complete: it reads again only what has changed since. Used by one thread.
public interface EndedLook extends AutoCloseable {
    /// How the run stands now.
    ///
    /// @throws RuntimeException if Kafka does not say; only another look may say more then
    RunView look();

    @Override
    void close();
}
