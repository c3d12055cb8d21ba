package io.shardstream.ittests.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.process.ServerStart;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The JVM that a container belongs to, in the container's labels. A JVM that is killed leaves its containers behind;
/// the next one that starts some removes those whose owner is gone. Testcontainers' own way, an image that watches the
/// JVM (Ryuk), is switched off by the build: it would be one image more to have where none can be pulled.
final class Owner {

    private static final String PROCESS = "io.shardstream.owner";
    private static final String STARTED = "io.shardstream.owner-started";
    private static final String FOLDER = "io.shardstream.folder";

    private Owner() {}

    /// The labels of a container of this JVM.
    static Map<String, String> labels(ServerStart start) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(PROCESS, "" + ProcessHandle.current().pid());
        labels.put(STARTED, started(ProcessHandle.current()));
        start.command().removedAtEnd().ifPresent(folder -> labels.put(FOLDER, folder.toString()));
        return labels;
    }

    /// Removes the containers of JVMs that have ended, with the folders that were to go.
    static void removeOrphans(DockerClient client) {
        for (Container container : client.listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(PROCESS))
                .exec()) {
            Map<String, String> labels = Map.copyOf(container.getLabels());
            if (!isAlive(labels)) {
                remove(client, container.getId());
                Optional.ofNullable(labels.get(FOLDER)).map(Path::of).ifPresent(Owner::delete);
            }
        }
    }

    private static boolean isAlive(Map<String, String> labels) {
        return ProcessHandle.of(Long.parseLong(labels.getOrDefault(PROCESS, "")))
                .filter(process -> started(process).equals(labels.get(STARTED)))
                .isPresent();
    }

    /// A process id may have been given again.
    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("");
    }

    private static void remove(DockerClient client, String id) {
        try {
            client.removeContainerCmd(id).withForce(true).exec();
        } catch (NotFoundException | ConflictException e) {
            // Somebody else has removed it, or is about to.
        }
    }

    private static void delete(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            // It is in nobody's way.
        }
    }
}
