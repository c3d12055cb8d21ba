package io.shardstream.localcluster.process;

import com.sun.security.auth.module.UnixSystem;
import java.nio.file.Path;
import java.util.List;

/// The user as whom servers run: this JVM's own, or an unprivileged one when this JVM is root's, because Elasticsearch
/// and OpenSearch refuse to run as root.
public interface Account {

    /// The account for servers on this machine.
    ///
    /// @throws LocalServerException if this JVM is root's and `setpriv` is missing
    static Account forServers() {
        return new UnixSystem().getUid() == 0 ? UnprivilegedAccount.find() : new CurrentAccount();
    }

    /// What stands in front of a command so that it runs as this user; empty if nothing is needed.
    List<String> commandPrefix();

    /// Makes a folder with all that is in it this user's own.
    void own(Path folder);

    /// Whether this user may enter a folder.
    boolean canEnter(Path folder);

    /// Its numbers, such as `65534:65534` for user and group.
    String numbers();

    /// The name for messages.
    String name();
}
