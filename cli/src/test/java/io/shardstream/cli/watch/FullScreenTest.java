package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Event;
import io.shardstream.control.console.view.RunView;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class FullScreenTest {
    private static final String BEGIN = "\u001b[?1049h\u001b[?25l\u001b[?7l";
    private static final String END = "\u001b[m\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final RunView VIEW = SampleViews.slowNode(3, 1);

    private final StringWriter told = new StringWriter();
    private Size size = new Size(80, 24);

    private FullScreen screen(boolean withColours) {
        return new FullScreen(new PrintWriter(told), new Ink(withColours, true), () -> size, ZoneOffset.UTC);
    }

    private String toldSince(int before) {
        return told.toString().substring(before);
    }

    @Test
    void itIsTheOtherScreenUntilItIsClosed() {
        FullScreen screen = screen(true);
        screen.show(VIEW, "");
        assertThat(told.toString()).startsWith(BEGIN).contains("\u001b[1;31mn2").doesNotContain(END);
        screen.close();
        assertThat(told.toString()).endsWith(END);
    }

    @Test
    void theTerminalIsGivenBackOnce() {
        FullScreen screen = screen(true);
        screen.giveBack();
        int before = told.toString().length();
        screen.show(VIEW, "");
        screen.close();
        assertThat(toldSince(before)).isEmpty();
    }

    @Test
    void theTerminalIsGivenBackWhateverBreaks() {
        Views broken = new BrokenViews();
        assertThatThrownBy(() -> {
                    try (FullScreen screen = screen(true)) {
                        var _ = new WatchLoop(broken, screen, _ -> RefreshInterval.Woken.TIME_IS_OVER).untilEnd();
                    }
                })
                .isInstanceOf(IllegalStateException.class);
        assertThat(told.toString()).startsWith(BEGIN).endsWith(END);
    }

    private static final class BrokenViews implements Views {
        private boolean hasLooked;

        @Override
        public RunView look() {
            if (hasLooked) {
                throw new IllegalStateException("broken");
            }
            hasLooked = true;
            return VIEW;
        }

        @Override
        public void close() {}
    }

    @Test
    void onlyLinesThatHaveChangedAreDrawn() {
        FullScreen screen = screen(false);
        screen.show(VIEW, "");
        int before = told.toString().length();
        screen.show(VIEW, "");
        assertThat(toldSince(before)).isEqualTo("\u001b[H");

        before = told.toString().length();
        screen.show(SampleViews.after(VIEW, SampleViews.event(0, Event.Kind.PAUSE, "Paused.")), "");
        assertThat(toldSince(before))
                .contains("\u001b[22;1H12:00:30  Paused.\u001b[K")
                .doesNotContain("written");
    }

    @Test
    void linesThatAreNoLongerThereAreCleared() {
        FullScreen screen = screen(false);
        screen.show(VIEW, "");
        int before = told.toString().length();
        screen.show(SampleViews.empty(), "");
        assertThat(toldSince(before)).contains("\u001b[17;1H\u001b[K");
    }

    @Test
    void anotherWindowIsDrawnAnew() {
        FullScreen screen = screen(false);
        screen.show(VIEW, "");
        int before = told.toString().length();
        size = new Size(100, 30);
        screen.show(VIEW, "");
        assertThat(toldSince(before)).startsWith("\u001b[2J\u001b[1;1Harticles");
    }

    @Test
    void whatSomethingElseHasWrittenThereIsDrawnOver() {
        FullScreen screen = screen(false);
        for (int view = 0; view < 10; view++) {
            screen.show(VIEW, "");
        }
        int before = told.toString().length();
        screen.show(VIEW, "");
        assertThat(toldSince(before)).startsWith("\u001b[1;1Harticles");
    }

    @Test
    void withoutColoursThereAreNone() {
        screen(false).show(VIEW, "");
        assertThat(told.toString()).doesNotContainPattern("\u001b\\[[0-9;]*m");
    }
}
