package io.shardstream.ittests.browser;

import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// A page of a browser, as large as a window on a usual screen, in light colours, in the time zone of everyone.
final class Tab implements AutoCloseable {
    private final DevTools tools;
    private final String session;
    private final String target;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<URI> requests = new CopyOnWriteArrayList<>();

    Tab(DevTools tools, String session, String target) {
        this.tools = tools;
        this.session = session;
        this.target = target;
        call("Page.enable", Map.of());
        // What threads work, not what the clock says.
        call("Performance.enable", Map.of("timeDomain", "threadTicks"));
        call("Emulation.setTimezoneOverride", Map.of("timezoneId", "UTC"));
        call("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "light"))));
        size(1440, 1000);
    }

    /// Has the browser tell from now on what the page asks for and what is complained of, which takes it some work.
    Tab watched() {
        tools.listen(session, this::happened);
        for (String domain : List.of("Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        return this;
    }

    /// Has it be as large as that, in pixels.
    void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /// Goes there and waits until the page and all that it names are loaded.
    void open(URI address) {
        JsonNode answer = call("Page.navigate", Map.of("url", address.toString()));
        if (answer.has("errorText")) {
            throw new IllegalStateException(address + ": " + answer.path("errorText"));
        }
        await("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// What a JavaScript expression is there, waited for if it is a promise.
    ///
    /// @throws IllegalStateException if it fails
    JsonNode evaluate(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.at("/exceptionDetails/exception/description"));
        }
        return answer.at("/result/value");
    }

    /// The text of the first element that the selector finds, without the space around it; empty if there is none.
    String text(String selector) {
        return evaluate("document.querySelector(" + quoted(selector) + ")?.textContent.trim() ?? ''")
                .asString();
    }

    /// Waits until an expression is true there.
    void await(String condition) {
        Awaitility.await(condition)
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> evaluate("Boolean(" + condition + ")").asBoolean());
    }

    /// Presses and lets go of a key.
    void press(Key key) {
        for (String type : List.of("rawKeyDown", "keyUp")) {
            call(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key.words, "code", key.words, "windowsVirtualKeyCode", key.code));
        }
    }

    /// Clicks on the middle of the first element that the selector finds.
    void click(String selector) {
        JsonNode box = evaluate("(() => { const it = document.querySelector(" + quoted(selector) + ");"
                + " it.scrollIntoView({ block: 'center' }); const box = it.getBoundingClientRect();"
                + " return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()");
        for (String type : List.of("mousePressed", "mouseReleased")) {
            call(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            box.path("x").asDouble(),
                            "y",
                            box.path("y").asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
        }
    }

    /// What it looks like, as PNG, from its top left corner on.
    ///
    /// @param height how much of it, in pixels
    byte[] picture(int height) {
        JsonNode answer = call(
                "Page.captureScreenshot",
                Map.of(
                        "format",
                        "png",
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of("x", 0, "y", 0, "width", width(), "height", height, "scale", 1)));
        return Base64.getDecoder().decode(answer.path("data").asString());
    }

    /// The browser's figures of this page, such as `TaskDuration`: seconds of its main thread, or how many of
    /// something.
    Map<String, Double> metrics() {
        return call("Performance.getMetrics", Map.of())
                .path("metrics")
                .valueStream()
                .collect(Collectors.toMap(
                        one -> one.path("name").asString(),
                        one -> one.path("value").asDouble(),
                        (_, last) -> last,
                        TreeMap::new));
    }

    /// What the browser and the page have said on the console as warnings or errors, exceptions among them.
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /// Everything that the page has asked for.
    List<URI> requests() {
        return List.copyOf(requests);
    }

    private int width() {
        return evaluate("innerWidth").asInt();
    }

    private void happened(String event, JsonNode what) {
        switch (event) {
            case "Network.requestWillBeSent" ->
                requests.add(URI.create(what.at("/request/url").asString()));
            case "Runtime.exceptionThrown" ->
                complaints.add(
                        what.at("/exceptionDetails/exception/description").asString(what.toString()));
            case "Runtime.consoleAPICalled" ->
                complain(what.path("type"), what.path("args").toString());
            case "Log.entryAdded" ->
                complain(what.at("/entry/level"), what.at("/entry/text").asString() + " " + what.at("/entry/url"));
            default -> {
                // Nobody asks for it.
            }
        }
    }

    private void complain(JsonNode level, String words) {
        if (List.of("warning", "error", "assert").contains(level.asString(""))) {
            complaints.add(words);
        }
    }

    private JsonNode call(String method, Map<String, ?> parameters) {
        return tools.call(session, method, parameters);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    @Override
    public void close() {
        var _ = tools.call(DevTools.BROWSER, "Target.closeTarget", Map.of("targetId", target));
    }

    /// A key of the keyboard.
    enum Key {
        TAB("Tab", 9),
        ENTER("Enter", 13),
        ESCAPE("Escape", 27),
        END("End", 35),
        HOME("Home", 36),
        RIGHT("ArrowRight", 39),
        DOWN("ArrowDown", 40);

        private final String words;
        private final int code;

        Key(String words, int code) {
            this.words = words;
            this.code = code;
        }
    }
}
