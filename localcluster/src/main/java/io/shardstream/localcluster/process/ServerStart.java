package io.shardstream.localcluster.process;

import java.nio.file.Path;
import java.util.Optional;

/// A server that is to be started.
///
/// @param command what starts it, without what gives it another user
/// @param image the image in which that command is found too
/// @param account the user as whom it runs
/// @param pidFile the file into which the server writes its process id, where the command is only a launcher that stays
///     in front of it
public record ServerStart(SupervisedCommand command, ServerImage image, Account account, Optional<Path> pidFile) {

    /// The same with a folder that goes at the end.
    public ServerStart removingAtEnd(Path removed) {
        return new ServerStart(command.removingAtEnd(removed), image, account, pidFile);
    }
}
