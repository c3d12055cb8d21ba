package io.shardstream.localcluster.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The folder of a part that a server loads by itself: its jars, and a descriptor.
final class ModuleFolder {
    private static final Pattern VERSION = Pattern.compile("-\\d.*");

    private ModuleFolder() {}

    /// Fills it with those jars that the server does not have: a class may not be in a module and in the server at
    /// once, or the server refuses to start ("jar hell").
    ///
    /// @param folder the new folder, below the server's `modules`
    /// @param jars where the module's jars are; they are moved
    /// @param libraries the server's own
    /// @param descriptor content of `plugin-descriptor.properties`
    static void fill(Path folder, Path jars, Path libraries, String descriptor) throws IOException {
        Set<String> present;
        try (Stream<Path> own = Files.list(libraries)) {
            present = own.map(ModuleFolder::unversioned).collect(Collectors.toSet());
        }
        Files.createDirectories(folder);
        try (Stream<Path> all = Files.list(jars)) {
            for (Path jar : all.toList()) {
                if (!present.contains(unversioned(jar))) {
                    Files.move(jar, folder.resolve(jar.getFileName()));
                }
            }
        }
        Files.writeString(folder.resolve("plugin-descriptor.properties"), descriptor);
    }

    private static String unversioned(Path jar) {
        return VERSION.matcher(String.valueOf(jar.getFileName())).replaceFirst("");
    }
}
