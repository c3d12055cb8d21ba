package io.shardstream.common.runfile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What is wrong with one run file, gathered so that all of it is said at once.
final class Problems {
    private record Problem(int line, String sentence) {}

    private final String file;
    private final boolean hasLines;
    private final List<Problem> all = new ArrayList<>();

    /// @param file the file's name as the user gave it
    Problems(String file) {
        this(file, true);
    }

    private Problems(String file, boolean hasLines) {
        this.file = file;
        this.hasLines = hasLines;
    }

    /// Of a text that nobody has written, so that its lines say nothing.
    ///
    /// @param name where it came from
    static Problems withoutLines(String name) {
        return new Problems(name, false);
    }

    /// @param line from 1, or 0 for the file as a whole
    void add(int line, String sentence) {
        all.add(new Problem(line, sentence));
    }

    /// @param key with its section's names before it, such as `writer.bulk-bytes`; empty for the file as a whole
    void add(int line, String key, String sentence) {
        add(line, key.isEmpty() ? sentence : key + " " + sentence);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /// @throws RunFileException if there is a problem
    void check() throws RunFileException {
        if (!all.isEmpty()) {
            throw new RunFileException(sentences());
        }
    }

    private List<String> sentences() {
        return all.stream()
                .sorted(Comparator.comparingInt(Problem::line))
                .map(problem ->
                        file + (hasLines && problem.line() > 0 ? ":" + problem.line() : "") + ": " + problem.sentence())
                .distinct()
                .toList();
    }
}
