package io.shardstream.localcluster.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The programs that can be run by their bare name, found in the folders of the variable `PATH`.
public final class Programs {

    private final List<Path> folders;

    private Programs(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /// Those of this JVM's environment.
    public static Programs onPath() {
        String path = System.getenv("PATH");
        return of(path == null ? "" : path);
    }

    /// Those in a list of folders written like the variable `PATH`.
    public static Programs of(String path) {
        return new Programs(Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .toList());
    }

    /// The first executable file of that name.
    public Optional<Path> find(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
