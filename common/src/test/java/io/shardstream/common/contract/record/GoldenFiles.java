package io.shardstream.common.contract.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Records as each format of theirs was written, and what each format of the run consists of. Files of a
/// format that has been published are never changed.
///
/// | file | holds |
/// | --- | --- |
/// | `Pause.1.json`, `RunPlan.2.generation.json` | a record in its own format 1 or 2, and what is special about it |
/// | `DocRecord.1.record` | the same of a record with headers; `.origin`: with header `o` |
/// | `rules/Pause.1` | the fields and types by which that format is read |
/// | `run-formats` | for each format of the run the own formats of all records |
/// | `refused/Verified.1.json` | what no version after the first release has to read |
final class GoldenFiles {
    static final Path FOLDER = Path.of("src/test/resources/io/shardstream/common/contract/record/golden");

    private static final Pattern RUN_FORMAT = Pattern.compile("(\\d+): (.*)");

    private GoldenFiles() {}

    static byte[] bytes(String file) {
        try {
            byte[] all = Files.readAllBytes(FOLDER.resolve(file));
            // Editors end files with a line break.
            return new String(all, StandardCharsets.UTF_8).strip().getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(String file) {
        try {
            return Files.readAllLines(FOLDER.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean exists(String file) {
        return Files.exists(FOLDER.resolve(file));
    }

    /// The names of all files there, not of those in folders below.
    static List<String> in(String folder) {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// By format of the run, the own format of each record by its name.
    static Map<Integer, Map<String, Integer>> runFormats() {
        Map<Integer, Map<String, Integer>> formats = new TreeMap<>();
        Map<String, Integer> current = Map.of();
        for (String line : lines("run-formats")) {
            Matcher match = RUN_FORMAT.matcher(line);
            if (match.matches()) {
                current = new TreeMap<>(current);
                for (String record : match.group(2).split(", ", -1)) {
                    String[] words = record.split(" ", 2);
                    current.put(words[0], Integer.valueOf(words[1]));
                }
                formats.put(Integer.valueOf(match.group(1)), current);
            }
        }
        return formats;
    }

    /// With `-Dshardstream.golden=write` a file that is not there is made; one that is there never changes.
    static void writeIfAsked(String file, byte[] bytes) {
        if (!"write".equals(System.getProperty("shardstream.golden")) || exists(file)) {
            return;
        }
        try {
            Files.write(FOLDER.resolve(file), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
