package io.shardstream.ittests.containers;

import com.github.dockerjava.api.DockerClient;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.Running;
import io.shardstream.localcluster.process.ServerImage;
import io.shardstream.localcluster.process.ServerRunner;
import io.shardstream.localcluster.process.ServerStart;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;

/// Runs each server in a container of its makers' image, with the same command, the same configuration and its folder
/// at the same place as without one, and with this machine's network, so that tests do not see where a server runs.
public final class Containers implements ServerRunner {

    @Override
    public boolean isWanted() {
        return Backend.chosen() == Backend.CONTAINERS;
    }

    @Override
    public Installed installed(ServerImage image, Supplier<Installed> here) {
        return image.installed();
    }

    @Override
    public Running start(ServerStart start) {
        DockerClient client = Engine.CLIENT;
        ServerContainer container = new ServerContainer(start);
        try {
            container.start();
        } catch (ContainerFetchException e) {
            throw new LocalServerException(
                    "The image " + start.image().name()
                            + " is not there and cannot be pulled: etc/images makes one like it"
                            + " out of Maven's artifacts, and -Dshardstream.backend=processes needs none.",
                    e);
        }
        return new RunningContainer(container, start.command(), client);
    }

    /// Asked for once, and what others have left is removed once.
    private static final class Engine {
        static final DockerClient CLIENT = DockerClientFactory.instance().client();

        static {
            Owner.removeOrphans(CLIENT);
        }
    }
}
