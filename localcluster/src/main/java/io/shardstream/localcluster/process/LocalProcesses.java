package io.shardstream.localcluster.process;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Runs servers as child processes of this JVM.
///
/// @param prefix what stands in front of every command
record LocalProcesses(List<String> prefix) implements ServerRunner {

    LocalProcesses {
        prefix = List.copyOf(prefix);
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public Installed installed(ServerImage image, Supplier<Installed> here) {
        return here.get();
    }

    @Override
    public Running start(ServerStart start) {
        List<String> front = new ArrayList<>(prefix);
        front.addAll(start.account().commandPrefix());
        return new ServerProcess(Supervised.start(start.command().behind(front)), start.pidFile());
    }
}
