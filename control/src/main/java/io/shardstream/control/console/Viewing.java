package io.shardstream.control.console;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.console.view.EventFinder;
import io.shardstream.control.console.view.Observed;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ViewMaker;
import io.shardstream.control.state.RunState;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the newest view of the run, and tells what happens while this process controls it. Whatever goes
/// wrong with that is no concern of the run.
final class Viewing implements ProgressListener {
    private static final Logger LOG = LoggerFactory.getLogger(Viewing.class);

    private final ViewMaker maker;
    private final Supplier<Observed> observer;
    private final EventFinder finder = new EventFinder();
    private final Consumer<List<Event>> events;
    private final BehindReports reports;
    private final String self;
    private final ProgressListener next;
    private boolean isBroken;
    private volatile @Nullable RunView latest;
    private volatile ControlRecords lastSaid = ControlRecords.NONE;

    /// @param events takes what has happened
    /// @param reports how far the run is behind its source
    /// @param self this process, as the control topic names it when it is the controller
    /// @param next told after this
    Viewing(
            ViewMaker maker,
            Supplier<Observed> observer,
            Consumer<List<Event>> events,
            BehindReports reports,
            String self,
            ProgressListener next) {
        this.maker = maker;
        this.observer = observer;
        this.events = events;
        this.reports = reports;
        this.self = self;
        this.next = next;
    }

    @Override
    public void told(Progress progress, RunState state, ControlRecords said) {
        lastSaid = said;
        try {
            RunView view = maker.next(state, progress, said, observer.get());
            latest = view;
            List<Event> found = finder.next(view);
            if (isController(view)) {
                events.accept(found);
                reports.tell(progress, view.at());
            }
            isBroken = false;
        } catch (RuntimeException e) {
            if (!isBroken) {
                LOG.warn("What can be seen of the run is out of date, and the run goes on", e);
            }
            isBroken = true;
        }
        next.told(progress, state, said);
    }

    private boolean isController(RunView view) {
        return view.standing()
                .controller()
                .map(Controller::who)
                .filter(self::equals)
                .isPresent();
    }

    /// Asked by any thread.
    ///
    /// @return empty before the first look
    Optional<RunView> latest() {
        return Optional.ofNullable(latest);
    }

    /// What the control topic said at the last look. Asked by any thread.
    ControlRecords said() {
        return lastSaid;
    }
}
