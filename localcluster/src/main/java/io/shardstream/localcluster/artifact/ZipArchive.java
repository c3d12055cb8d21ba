package io.shardstream.localcluster.artifact;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/// Unpacks zip files with their executable bits.
public final class ZipArchive {

    private ZipArchive() {}

    /// Unpacks what lies in the archive's single top folder into a new folder.
    public static void unpackTopFolder(Path archive, Path target) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("enablePosixFileAttributes", true))) {
            Path top = topFolder(zip, archive);
            try (Stream<Path> paths = Files.walk(top)) {
                for (Path path : (Iterable<Path>) paths::iterator) {
                    copy(path, target.resolve(top.relativize(path).toString()));
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            Files.createDirectories(to);
        } else {
            Files.copy(from, to);
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        }
    }

    private static Path topFolder(FileSystem zip, Path archive) throws IOException {
        try (Stream<Path> tops = Files.list(zip.getPath("/"))) {
            return tops.reduce((one, other) -> {
                        throw new IllegalArgumentException(archive + " has more than one top folder");
                    })
                    .orElseThrow(() -> new IllegalArgumentException(archive + " is empty"));
        }
    }
}
