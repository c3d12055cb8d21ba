package io.shardstream.ittests.secrecy;

import io.shardstream.workload.load.SampleDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a test's processes have written, searched for what is [Planted] and for pieces of the documents that
/// they copied. Used by any thread.
public final class WrittenOutput {
    /// Enough that a log that quotes documents quotes one of them; each is looked for in everything.
    private static final int MOST_PIECES = 1000;

    /// A text in a document that no log holds by chance.
    private static final Pattern PIECE = Pattern.compile("\"([^\"\\\\]{24})");

    /// Logs, the results of comparisons and records of cut-overs. Not the run file, nor what holds documents on
    /// purpose: the log of a load, rejects that are exported.
    private static final Pattern FILE = Pattern.compile(".*\\.log|verification-.*\\.json|.*\\.cutover\\.json");

    private final Set<String> pieces = new LinkedHashSet<>();
    private final List<String> leaks = new ArrayList<>();
    private final List<Said> said = new ArrayList<>();
    private final int heardBefore = Overheard.count();

    private record Said(String where, String text) {}

    /// Of a document that is copied, a piece.
    public synchronized SampleDocument knows(SampleDocument document) {
        Matcher piece = PIECE.matcher(document.source().utf8());
        if (pieces.size() < MOST_PIECES && piece.find()) {
            pieces.add(piece.group(1));
        }
        return document;
    }

    /// What a command printed.
    ///
    /// @param where for the sentence that says what is wrong with it
    public synchronized void said(String where, String text) {
        said.add(new Said(where, text));
    }

    /// Bytes of any kind, such as a record's.
    public synchronized void said(String where, byte[] bytes) {
        leaks.addAll(Planted.in(where, bytes));
    }

    /// The logs in a test's folder, and what commands left there.
    public synchronized void filesOf(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (FILE.matcher(String.valueOf(file.getFileName())).matches()) {
                    said(
                            folder.relativize(file).toString(),
                            new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What should not have been written, in sentences that do not repeat it; what this process has logged
    /// meanwhile is looked at too.
    public synchronized List<String> leaks() {
        Set<String> found = new LinkedHashSet<>(leaks);
        for (Said one : said) {
            find(one.where(), one.text(), found);
        }
        for (String line : Overheard.since(heardBefore)) {
            find("the log of this process", line, found);
        }
        return List.copyOf(found);
    }

    private void find(String where, String text, Set<String> found) {
        found.addAll(Planted.in(where, text));
        if (pieces.stream().anyMatch(text::contains)) {
            found.add(where + " holds a piece of a document");
        }
    }
}
