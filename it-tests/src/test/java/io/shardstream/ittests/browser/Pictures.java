package io.shardstream.ittests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The pictures that the README shows, as files. `etc/pictures` has them made.
final class Pictures {
    static final int COLUMNS = 112;
    static final int ROWS = 32;

    private static final int WIDTH = 1280;
    /// More than that is too much for everyone who looks at the README.
    private static final int MOST_BYTES = 200_000;
    private static final Path FOLDER =
            Path.of(System.getProperty("shardstream.home", "..")).resolve("docs/pictures");

    private Pictures() {}

    /// As wide as the README shows it.
    static Tab tab(Chromium chromium) {
        Tab tab = chromium.tab();
        tab.size(WIDTH, 900);
        return tab;
    }

    /// From the head of the page to the end of its charts.
    static void page(Tab tab) {
        // What is drawn when its place is known comes a frame later.
        var _ = tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
                + ".then(() => true)");
        int height = tab.evaluate(
                        "Math.ceil(document.querySelector('.pair').getBoundingClientRect().bottom + scrollY) + 16")
                .asInt();
        byte[] png = tab.picture(height);
        assertThat(png.length).isLessThan(MOST_BYTES);
        write(png, file("page.png"));
    }

    /// Where the picture of `watch` belongs.
    static Path terminal() {
        return file("watch.svg");
    }

    private static Path file(String name) {
        try {
            return Files.createDirectories(FOLDER).resolve(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(byte[] bytes, Path file) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
