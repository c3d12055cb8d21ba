package io.shardstream.cli.watch;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import org.apache.kafka.common.errors.RetriableException;

/// Looks at a run once a second until it has ended, or somebody has seen enough.
final class WatchLoop {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Views views;
    private final Display display;
    private final RefreshInterval pause;

    WatchLoop(Views views, Display display, RefreshInterval pause) {
        this.views = views;
        this.display = display;
        this.pause = pause;
    }

    /// What the last look showed, and the exit code that says how it came to be the last.
    record Watched(RunView last, int code) {}

    /// Only at the first look is it an error that Kafka does not answer.
    Watched untilEnd() {
        RunView view = views.look();
        display.show(view, "");
        while (Ended.code(view.standing()).isEmpty()) {
            switch (pause.within(BETWEEN_LOOKS)) {
                case STOPPED -> {
                    return new Watched(view, ExitCodes.STOPPED);
                }
                case QUIT -> {
                    return new Watched(view, Ended.codeNow(view));
                }
                case TIME_IS_OVER -> {}
            }
            String trouble = "";
            try {
                view = views.look();
            } catch (RunRefusedException | RetriableException e) {
                trouble = String.valueOf(e.getMessage());
            }
            display.show(view, trouble);
        }
        return new Watched(view, Ended.codeNow(view));
    }
}
