package io.shardstream.cli.watch;

import io.shardstream.control.console.view.RunView;

/// Where somebody sees a run.
interface Display extends AutoCloseable {
    /// @param trouble why the view is not new, empty if it is
    void show(RunView view, String trouble);

    @Override
    void close();
}
