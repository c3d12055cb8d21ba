package io.shardstream.cli.watch;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.Flow;
import io.shardstream.control.console.view.Rates;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ShardView;
import io.shardstream.control.console.view.VerifiedText;
import java.util.List;
import java.util.OptionalDouble;

/// How far a run is: read, in Kafka, written, verified.
final class Bars {
    private static final int ALL = 100;
    /// As much as has room: the backlog may be a little more than the most that there should be.
    private static final double MOST_PERCENT = 999;

    private final RunView view;
    private final Times times;

    private Bars(RunView view, Times times) {
        this.view = view;
        this.times = times;
    }

    static List<Line> of(RunView view, Times times, int columns) {
        Bars bars = new Bars(view, times);
        return Bar.lines(List.of(bars.read(), bars.waiting(), bars.written(), bars.verified()), columns);
    }

    private Bar read() {
        double percent = view.goalDocs() == 0
                ? view.percent()
                : Math.min(ALL, (double) view.read().docs() * ALL / view.goalDocs());
        String behind = view.behind().isEmpty()
                ? ""
                : ", " + NumberText.count(view.behind().getAsLong()) + " behind";
        // A run that follows its source reads more documents than there were: each state counts.
        String docs = NumberText.count(view.read().docs())
                + (view.read().docs() > view.goalDocs()
                        ? " docs"
                        : " of " + NumberText.count(view.goalDocs()) + " docs")
                + behind;
        return flowing("read", Style.READ, percent, docs, view.read());
    }

    private Bar written() {
        String docs = NumberText.count(view.written().docs())
                + (view.rejected() == 0 ? " docs" : ", " + NumberText.count(view.rejected()) + " rejected")
                + (view.lostRejects() == 0 ? "" : ", " + NumberText.of(view.lostRejects(), "reject") + " lost");
        return flowing("written", Style.WRITTEN, view.percent(), docs, view.written());
    }

    private static Bar flowing(String name, Style style, double percent, String docs, Flow flow) {
        Rates rates = flow.docsPerSecond();
        String now = Amounts.perSecond(rates.tenSeconds());
        String counted = aligned(percent) + "  " + docs + "  " + now;
        String longer = ", %s in 1 min, %s in 10 min"
                .formatted(Amounts.perSecond(rates.minute()), Amounts.perSecond(rates.tenMinutes()));
        String bytes = ", " + NumberText.bytes(flow.bytesPerSecond().tenSeconds()) + "/s";
        return new Bar(
                name,
                style,
                OptionalDouble.of(percent / ALL),
                List.of(
                        Columns.right(Amounts.wholePercent(percent), 5) + "  " + now,
                        counted,
                        counted + bytes,
                        counted + longer + bytes));
    }

    private Bar waiting() {
        BacklogView waiting = view.waiting();
        double percent =
                view.maxBacklog() == 0 ? 0 : Math.min(MOST_PERCENT, (double) waiting.bytes() * ALL / view.maxBacklog());
        boolean isFull = view.maxBacklog() > 0 && waiting.bytes() >= view.maxBacklog();
        String bytes =
                NumberText.bytes((double) waiting.bytes()) + " of " + NumberText.bytes((double) view.maxBacklog());
        String behind = isFull ? ", reading waits" : waiting.seconds().isEmpty() ? ", nothing is written" : "";
        String written = waiting.seconds().isEmpty() ? "" : ", " + Amounts.behind(waiting.seconds()) + " of writing";
        return new Bar(
                "in Kafka",
                isFull ? Style.SLOW : Style.KAFKA,
                OptionalDouble.of(Math.clamp(percent / ALL, 0, 1)),
                List.of(
                        Columns.right(Amounts.wholePercent(percent), 5) + "  "
                                + NumberText.bytes((double) waiting.bytes()),
                        aligned(percent) + "  " + bytes + behind,
                        aligned(percent) + "  " + bytes + ", " + NumberText.of(waiting.records(), "record") + behind,
                        aligned(percent) + "  " + bytes + ", " + NumberText.of(waiting.records(), "record") + written
                                + behind));
    }

    private Bar verified() {
        if (view.standing().verified().isEmpty()) {
            return new Bar("verified", Style.VERIFIED, OptionalDouble.empty(), List.of("not verified yet"));
        }
        Verified verified = view.standing().verified().get();
        double percent = ALL * judged(verified);
        String found = VerifiedText.of(verified);
        String at = ", at " + times.of(verified.ended());
        String docs = ", " + NumberText.count(verified.sourceDocuments()) + " docs";
        return new Bar(
                "verified",
                verified.differences() == 0 ? Style.VERIFIED : Style.BAD,
                OptionalDouble.of(percent / ALL),
                List.of(
                        Columns.right(Amounts.wholePercent(percent), 5) + "  " + found,
                        aligned(percent) + "  " + found + at,
                        aligned(percent) + "  " + found + at,
                        aligned(percent) + "  " + found + docs + ", " + NumberText.count(verified.contents())
                                + " byte by byte" + at));
    }

    /// How much of what the source has had, by its numbers, the verification judged.
    private double judged(Verified verified) {
        double judged = 0;
        double all = 0;
        List<Long> checkpoints = verified.checkpoints();
        for (ShardView shard : view.shards()) {
            long last = Math.max(shard.done(), shard.goal().orElse(-1)) + 1;
            long checkpoint = shard.shard() < checkpoints.size() ? checkpoints.get(shard.shard()) + 1 : 0;
            all += last;
            judged += Math.min(checkpoint, last);
        }
        return all == 0 ? 1 : judged / all;
    }

    private static String aligned(double percent) {
        return Columns.right(Amounts.percent(percent), 7);
    }
}
