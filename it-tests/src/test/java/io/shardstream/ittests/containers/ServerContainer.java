package io.shardstream.ittests.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import io.shardstream.localcluster.process.ServerStart;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.util.List;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/// A container with one server in it. It counts as started at once, as a process does: who waits for what the server
/// says is the local cluster.
final class ServerContainer extends GenericContainer<ServerContainer> {

    /// The output goes into the file that a process would write, and all of it is there when the container has ended.
    private static final String APPEND_OUTPUT = "exec \"$@\" >>\"$0\" 2>&1";

    /// Elasticsearch's image has its files readable by this group, whatever its user (its documentation, "Install with
    /// Docker": configuration files must be readable by the elasticsearch user).
    private static final String GROUP_OF_IMAGES = "0";

    ServerContainer(ServerStart start) {
        super(DockerImageName.parse(start.image().name()));
        SupervisedCommand command = start.command();
        withNetworkMode("host");
        withEnv(command.environment());
        withLabels(Owner.labels(start));
        withCreateContainerCmdModifier(create -> fill(create, start));
        waitingFor(new NoWait());
        withStartupCheckStrategy(new NoCheck());
    }

    private static void fill(CreateContainerCmd create, ServerStart start) {
        SupervisedCommand command = start.command();
        String folder = command.folder().toString();
        create.withEntrypoint("sh", "-c", APPEND_OUTPUT, command.output().toString())
                .withCmd(command.command())
                .withUser(start.account().numbers())
                .withWorkingDir(folder);
        HostConfig host = Objects.requireNonNull(create.getHostConfig());
        host.withBinds(new Bind(folder, new Volume(folder))).withGroupAdd(List.of(GROUP_OF_IMAGES));
    }

    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            // What it waits for stands in the file of its output.
        }
    }

    private static final class NoCheck extends StartupCheckStrategy {
        @Override
        public StartupStatus checkStartupState(DockerClient client, String containerId) {
            return StartupStatus.SUCCESSFUL;
        }
    }
}
