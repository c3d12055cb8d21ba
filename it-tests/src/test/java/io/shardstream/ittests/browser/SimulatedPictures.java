package io.shardstream.ittests.browser;

import io.shardstream.cli.watch.TerminalPicture;
import io.shardstream.common.http.Tokens;
import io.shardstream.common.runfile.Secret;
import io.shardstream.control.console.api.SimulatedPage;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.SimulatedRun;
import java.net.URI;
import java.nio.file.Files;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The README's pictures of a run that is simulated, with a slow node. `etc/pictures --simulated` runs it. The same
/// second of the same run is drawn each time, however fast the machine is.
@NeedsChromium
class SimulatedPictures {
    private static final int SECONDS_BEFORE = 900;
    /// What the charts show.
    private static final int SECONDS = 360;
    /// So that the page offers what can be done with one.
    private static final Secret TOKEN =
            new Secret("${env:" + Tokens.OPERATOR_VARIABLE + "}", "a token of the pictures");

    @Test
    void ofThePageAndOfTheTerminal() throws Exception {
        SimulatedRun run = new SimulatedRun(7, 40, 8, 12);
        try (SimulatedPage control = SimulatedPage.standing(run, 0, Optional.of(TOKEN), SECONDS_BEFORE);
                Chromium chromium = Chromium.start();
                Tab tab = Pictures.tab(chromium)) {
            RunPage page = RunPage.open(
                    tab, URI.create("http://127.0.0.1:" + control.address().getPort() + "/"));
            RunView view = control.second();
            for (int second = 1; second < SECONDS; second++) {
                view = control.second();
            }
            page.awaitSeen(view);

            Pictures.page(tab);
            Files.writeString(
                    Pictures.terminal(), TerminalPicture.of(view, Pictures.COLUMNS, Pictures.ROWS, ZoneOffset.UTC));
        }
    }
}
