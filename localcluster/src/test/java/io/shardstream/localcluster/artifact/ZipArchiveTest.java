package io.shardstream.localcluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipArchiveTest {

    @TempDir
    Path folder;

    private Path archive;
    private Path target;

    @BeforeEach
    void name() {
        archive = folder.resolve("server.zip");
        target = folder.resolve("server");
    }

    @Test
    void unpacksTheTopFoldersContentWithItsExecutableBits() throws IOException {
        pack("server-1/bin/start", "rwxr-xr-x");
        pack("server-1/config/server.yml", "rw-r--r--");

        ZipArchive.unpackTopFolder(archive, target);

        assertThat(target.resolve("bin/start")).hasContent("server-1/bin/start").isExecutable();
        assertThat(Files.getPosixFilePermissions(target.resolve("config/server.yml")))
                .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    }

    @Test
    void refusesAnArchiveWithTwoTopFolders() throws IOException {
        pack("one/file", "rw-r--r--");
        pack("two/file", "rw-r--r--");

        assertThatThrownBy(() -> ZipArchive.unpackTopFolder(archive, target))
                .hasMessageContaining("more than one top folder");
    }

    private void pack(String entry, String permissions) throws IOException {
        Map<String, Object> options = Map.of("create", true, "enablePosixFileAttributes", true);
        try (FileSystem zip = FileSystems.newFileSystem(archive, options)) {
            Path file = zip.getPath(entry);
            Files.createDirectories(file.getParent());
            Files.writeString(file, entry);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }
}
