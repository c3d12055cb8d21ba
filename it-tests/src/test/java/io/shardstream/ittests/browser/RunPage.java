package io.shardstream.ittests.browser;

import io.shardstream.control.console.view.RunView;
import java.net.URI;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The page of control in a browser, and what it shows, as somebody who looks at it reads it.
record RunPage(Tab tab) {
    private static final String CURSOR = "document.querySelector('#nodes .cursor')";

    /// A row of the table of all lanes.
    record LaneRow(int lane, String node, long written, long waiting) {}

    /// Opens it, and waits until it shows a run.
    static RunPage open(Tab tab, URI control) {
        RunPage page = new RunPage(tab);
        tab.open(control);
        page.awaitRun();
        return page;
    }

    /// Waits until it shows what it heard last of a run, or shows it again.
    void awaitRun() {
        tab.await("!document.body.matches('.waits, .lost') && document.querySelector('#percent').textContent !== '–'");
    }

    /// Waits until it shows the run as it was then; the time of another day has its date.
    void awaitSeen(RunView view) {
        String time = view.at().atOffset(ZoneOffset.UTC).toLocalTime().format(DateTimeFormatter.ISO_LOCAL_TIME);
        tab.await("/^seen (.* )?" + time + "$/.test(document.querySelector('#seen').textContent)");
    }

    /// Waits until it says that what it shows is old, as nobody tells it anything.
    void awaitAway() {
        tab.await("document.body.matches('.lost') && !document.querySelector('#away').hidden");
    }

    /// The large figure of a stage of the pipeline, such as `readers`, where it is shown with all its digits: below
    /// ten thousand.
    long figure(String stage) {
        return number(tab.text("#strip .stage." + stage + " .figure"));
    }

    /// The nodes of the target in the order in which they are shown.
    List<String> nodes() {
        return texts(".nodes .name-text");
    }

    /// The nodes that are marked as the bottleneck.
    List<String> markedNodes() {
        return texts(".nodes .row[data-tone=\"bottleneck\"] .name-text");
    }

    /// Readers and writers, each with what it is before its name, such as `writer host-a`.
    List<String> members() {
        return tab.evaluate("[...document.querySelectorAll('#members .member')].map((line) =>"
                        + " line.querySelector('.unseen').textContent + line.querySelector('.name').textContent)")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /// Waits until it shows somebody who is that, `reader` or `writer`.
    void awaitMember(String part) {
        tab.await("[...document.querySelectorAll('#members .member .unseen')]"
                + ".some((one) => one.textContent.startsWith('" + part + "'))");
    }

    /// What happened, the newest first.
    List<String> events() {
        return texts("#events .event > span");
    }

    /// What the page has been told last, by lane, out of its table, which is opened anew.
    Map<Integer, LaneRow> lanes() {
        if (tab.evaluate("document.querySelector('#table').open").asBoolean()) {
            tab.click("#table summary");
            tab.await("document.querySelector('#table table') === null");
        }
        tab.click("#table summary");
        tab.await("document.querySelector('#table table') !== null");
        return tab.evaluate("[...document.querySelectorAll('#table tbody tr')].map((row) =>"
                        + " [...row.cells].map((cell) => cell.textContent))")
                .valueStream()
                .map(RunPage::row)
                .collect(Collectors.toMap(LaneRow::lane, row -> row));
    }

    /// Gives the focus to the cell that the tab key reaches.
    void focusCell() {
        var _ = tab.evaluate(CURSOR + ".focus()");
    }

    /// What a screen reader says of the cell that has the focus.
    String focusedCell() {
        return tab.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
                .asString();
    }

    private List<String> texts(String selector) {
        return tab.evaluate("[...document.querySelectorAll('" + selector + "')].map((one) => one.textContent.trim())")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private static LaneRow row(JsonNode cells) {
        return new LaneRow(
                (int) number(cells.path(0).asString()),
                cells.path(1).asString(),
                number(cells.path(2).asString()),
                number(cells.path(4).asString()));
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }
}
