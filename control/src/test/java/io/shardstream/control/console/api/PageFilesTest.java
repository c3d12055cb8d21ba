package io.shardstream.control.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the page is made of.
class PageFilesTest {
    private static final Pattern NAMED = Pattern.compile("(?:(?:href|src)=\"|from '\\./)([^\"'#]+)[\"']");
    private static final Pattern ADDRESS = Pattern.compile("(?:https?:)?//[\\w.]+[\\w/]");
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    @ParameterizedTest
    @CsvSource({
        "/, text/html; charset=utf-8",
        "/index.html, text/html; charset=utf-8",
        "/page.css, text/css; charset=utf-8",
        "/page.js, text/javascript; charset=utf-8",
        "/icon.svg, image/svg+xml"
    })
    void itIsServedWithTheTypeThatBrowsersWant(String path, String type) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (HttpService service = HttpService.start(new Listening(any, Optional.empty()), PageFiles.routes());
                HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + service.address().getPort() + path);
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains(type);
            assertThat(answer.body()).isEqualTo(text(path.equals("/") ? "index.html" : path.substring(1)));
        }
    }

    @Test
    void everyoneMaySeeItAsItTellsNothingOfARun() {
        assertThat(PageFiles.routes()).extracting(Route::access).containsOnly(AccessPolicy.OPEN);
    }

    @Test
    void everyFileIsServedAndNoOther() throws Exception {
        URI page = Objects.requireNonNull(PageFiles.class.getResource("page/index.html"))
                .toURI();
        Path folder = Path.of(page).resolveSibling("");
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> resources = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.endsWith(".class"))
                    .collect(Collectors.toSet());
            assertThat(PageFiles.NAMES).containsExactlyInAnyOrderElementsOf(resources);
        }
    }

    @Test
    void whatTheFilesNameIsServed() {
        Set<String> named = new TreeSet<>(Set.of("index.html"));
        PageFiles.NAMES.forEach(name ->
                NAMED.matcher(text(name)).results().map(match -> match.group(1)).forEach(named::add));

        assertThat(named).containsExactlyInAnyOrderElementsOf(PageFiles.NAMES);
    }

    @Test
    void nothingIsLoadedFromElsewhere() {
        List<String> addresses = PageFiles.NAMES.stream()
                .flatMap(name -> ADDRESS.matcher(text(name).replace(NAMESPACE, ""))
                        .results()
                        .map(match -> name + ": " + match.group()))
                .toList();

        assertThat(addresses).isEmpty();
    }

    /// The policy that is sent forbids it, so it would do nothing.
    @Test
    void noScriptOrStyleStandsInThePageItself() {
        assertThat(text("index.html"))
                .doesNotContainPattern("<style|\\sstyle=|\\son[a-z]+=|<script(?! type=\"module\" src=)");
    }

    /// Names and reasons come from servers and users, and must not become markup.
    @Test
    void textIsOnlyEverSetAsText() {
        for (String name : PageFiles.NAMES) {
            assertThat(text(name))
                    .as(name)
                    .doesNotContainPattern(
                            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function");
        }
    }

    private static String text(String name) {
        try (InputStream in = Objects.requireNonNull(PageFiles.class.getResourceAsStream("page/" + name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
