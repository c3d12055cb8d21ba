package io.shardstream.common.file;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Something that is made of files, and made anew when they have changed. Files that cannot be used are told in the log
/// once, and what was made before stays. So it does while they do not answer.
public final class Renewed<T> {
    /// Between two looks at the files.
    public static final Duration PERIOD = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Renewed.class);

    private final List<Path> files;
    private final Making<T> making;
    private final InstantSource clock;
    private final FileLook look;
    private List<String> texts;
    private volatile T made;
    private Instant lookedAt;
    private String complaint = "";

    private Renewed(List<Path> files, Making<T> making, InstantSource clock) throws FileException {
        this.files = List.copyOf(files);
        this.making = making;
        this.clock = clock;
        this.look = new FileLook(this.files);
        this.lookedAt = clock.instant();
        this.texts = textsOf(files);
        this.made = making.of(texts);
    }

    /// Makes something out of what files hold, in their order.
    @FunctionalInterface
    public interface Making<T> {
        T of(List<String> texts) throws FileException;
    }

    /// @param files read as [FileText#of] reads them
    /// @throws FileException if they cannot be used as they are now
    public static <T> Renewed<T> of(List<Path> files, Making<T> making, InstantSource clock) throws FileException {
        return new Renewed<>(files, making, clock);
    }

    /// What the files made when they could be used last. Waits for them for two seconds at most, once.
    public T now() {
        if (isDue()) {
            look.make(this::look);
        }
        return made;
    }

    private synchronized boolean isDue() {
        Instant now = clock.instant();
        Duration since = Duration.between(lookedAt, now);
        // A clock that was set back must not keep a certificate for ever.
        boolean isDue = since.isNegative() || since.compareTo(PERIOD) >= 0;
        lookedAt = isDue ? now : lookedAt;
        return isDue;
    }

    private void look() {
        try {
            List<String> found = textsOf(files);
            if (!found.equals(texts)) {
                texts = found;
                made = making.of(found);
                complaint = "";
                LOG.info("Changed files are used from now on: {}", files);
            }
        } catch (FileException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(complaint)) {
                complaint = why;
                LOG.warn("Changed files cannot be used, and what they held before goes on: {}", why);
            }
        }
    }

    private static List<String> textsOf(List<Path> files) throws FileException {
        List<String> texts = new ArrayList<>();
        for (Path file : files) {
            texts.add(FileText.of(file));
        }
        return texts;
    }
}
