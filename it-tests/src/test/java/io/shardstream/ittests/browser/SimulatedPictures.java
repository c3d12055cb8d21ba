package io.shardstream.ittests.browser;

import io.shardstream.cli.watch.TerminalPicture;
import io.shardstream.control.page.SimulatedPage;
import io.shardstream.control.view.RunView;
import io.shardstream.control.view.SimulatedRun;
import java.net.URI;
import java.nio.file.Files;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The README's pictures of a run that is simulated, with a slow node. `etc/pictures --simulated` runs it.
@NeedsChromium
class SimulatedPictures {
    private static final long SEED = 7;
    private static final int LANES = 48;
    private static final int NODES = 8;
    private static final int SHARDS = 12;
    /// Milliseconds that a second of the run takes: the charts need minutes.
    private static final int PACE = 40;
    private static final String MINUTES = "drawn: 6 min";

    @Test
    void ofThePageAndOfTheTerminal() throws Exception {
        try (SimulatedPage control = SimulatedPage.start(run(), 0, Optional.empty(), 0, PACE);
                Chromium chromium = Chromium.start();
                Tab tab = Pictures.tab(chromium)) {
            var _ = RunPage.open(
                    tab, URI.create("http://127.0.0.1:" + control.address().getPort() + "/"));
            tab.await("document.querySelector('#chart-rate-words').textContent.includes('" + MINUTES + "')");
            String seen = tab.text("#seen");
            Pictures.page(tab);
            RunView view = at(LocalTime.parse(seen.substring(seen.indexOf(' ') + 1)));
            Files.writeString(
                    Pictures.terminal(), TerminalPicture.of(view, Pictures.COLUMNS, Pictures.ROWS, ZoneOffset.UTC));
        }
    }

    private static SimulatedRun run() {
        return new SimulatedRun(SEED, LANES, NODES, SHARDS);
    }

    /// The same run at the moment that the page shows.
    private static RunView at(LocalTime time) {
        SimulatedRun same = run();
        RunView view = same.next();
        while (view.at().atOffset(ZoneOffset.UTC).toLocalTime().isBefore(time)) {
            view = same.next();
        }
        return view;
    }
}
