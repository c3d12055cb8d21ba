package io.shardstream.localcluster.process;

import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/// Where servers run: as child processes of this JVM, unless a service of this type (`java.util.ServiceLoader`) is on
/// the class path and wanted, such as the tests' one that runs them in containers.
public interface ServerRunner {

    /// Whether it is to be used on this machine.
    boolean isWanted();

    /// Where a server's program is for those that this starts.
    ///
    /// @param image the server as an image
    /// @param here the server on this machine, fetched first if it is not in the cache
    Installed installed(ServerImage image, Supplier<Installed> here);

    /// Starts a server.
    ///
    /// @throws LocalServerException if what this needs is missing on this machine
    Running start(ServerStart start);

    /// The one that is wanted. A server with a command in front of its own, such as one that enters a namespace, is
    /// always a process.
    ///
    /// @param prefix what stands in front of the command
    static ServerRunner of(List<String> prefix) {
        return prefix.isEmpty()
                ? ServiceLoader.load(ServerRunner.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(ServerRunner::isWanted)
                        .findFirst()
                        .orElseGet(() -> new LocalProcesses(List.of()))
                : new LocalProcesses(prefix);
    }
}
