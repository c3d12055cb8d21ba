package io.shardstream.ittests.browser;

import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.Programs;
import io.shardstream.localcluster.process.Supervised;
import io.shardstream.localcluster.process.SupervisedCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/// A headless Chromium of this machine, with a profile of its own that goes with it. It ends with this JVM at the
/// latest, however that ends.
final class Chromium implements AutoCloseable {
    /// The package of Debian that has it.
    static final String PACKAGE = "chromium";

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    /// Where a browser says on which port it listens, once it does: a line for the port, and one for the path.
    private static final String PORT_FILE = "DevToolsActivePort";
    /// It opens nothing but pages of tests, and as root, or in a container, it has no sandbox. It asks nobody for
    /// anything: no name but those of this machine is looked up.
    private static final List<String> OPTIONS = List.of(
            "--headless=new",
            "--remote-debugging-port=0",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-breakpad",
            "--disable-sync",
            "--disable-extensions",
            "--hide-scrollbars",
            "--mute-audio",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1");

    private final Supervised process;
    private final DevTools tools;

    private Chromium(Supervised process, DevTools tools) {
        this.process = process;
        this.tools = tools;
    }

    /// The program on this machine.
    static Optional<Path> program() {
        return NAMES.stream()
                .flatMap(name -> Programs.onPath().find(name).stream())
                .findFirst();
    }

    static Chromium start() {
        Path folder = folder();
        Path profile = folder.resolve("profile");
        List<String> command = Stream.of(
                        Stream.of(program().orElseThrow().toString(), "--user-data-dir=" + profile),
                        OPTIONS.stream(),
                        Stream.of("about:blank"))
                .flatMap(all -> all)
                .toList();
        Supervised process = Supervised.start(
                new SupervisedCommand(command, folder, folder.resolve("chromium.log")).removingAtEnd(folder));
        try {
            return new Chromium(process, DevTools.connect(address(process, profile.resolve(PORT_FILE))));
        } catch (RuntimeException e) {
            process.end();
            throw e;
        }
    }

    /// An empty page of a browser that has no other one.
    Tab tab() {
        String target = tools.call(DevTools.BROWSER, "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asString();
        String session = tools.call(
                        DevTools.BROWSER, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asString();
        return new Tab(tools, session, target);
    }

    /// Its processes by their ids, with their kind, such as `renderer` for what draws pages.
    Map<Long, String> processes() {
        return tools.call(DevTools.BROWSER, "SystemInfo.getProcessInfo", Map.of())
                .path("processInfo")
                .valueStream()
                .collect(Collectors.toMap(
                        one -> one.path("id").asLong(), one -> one.path("type").asString("")));
    }

    private static URI address(Supervised process, Path file) {
        List<String> lines = Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .failFast("Chromium has ended, its log is " + process.output(), () -> !process.isAlive())
                .until(() -> Files.exists(file) ? Files.readAllLines(file) : List.of(), all -> all.size() == 2);
        return URI.create("ws://127.0.0.1:" + lines.getFirst() + lines.getLast());
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("shardstream-chromium-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        tools.close();
        process.end();
    }
}
