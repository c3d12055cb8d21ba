package io.shardstream.cli.status;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.view.Limits;
import io.shardstream.cli.view.RejectsLeft;
import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.GuardWords;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.console.view.Standings;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.LostRejects;
import io.shardstream.control.state.OvertakenDocuments;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Where a run stands, as `status` shows it.
///
/// @param run its name
/// @param records what the control topic says
/// @param state what the other topics say
/// @param progress the same as counts
/// @param readers readers at work
/// @param writers writers at work
/// @param controllers processes that control the run or stand by; empty if that is not known
/// @param kept records of the docs topic that Kafka keeps, those that wait among them
/// @param fromRunFile what the run file says of limits
/// @param nobody that no process works on it, although it has not ended; empty if one does, or none has to
record RunStatus(
        String run,
        ControlRecords records,
        RunState state,
        Progress progress,
        int readers,
        int writers,
        OptionalInt controllers,
        long kept,
        Limits fromRunFile,
        Optional<NobodyAtWork> nobody) {
    /// A report of somebody that is older is told with its time.
    private static final Duration NEW = Duration.ofSeconds(5);

    /// @return the exit code that says it
    int code() {
        Optional<Phase> phase = records.phase().map(RunPhase::phase).filter(Phase::isEnd);
        if (phase.isPresent()) {
            return phase.get() == Phase.COMPLETED ? completed() : ExitCodes.FAILED;
        }
        if (!records.blocked().isEmpty()) {
            return ExitCodes.BLOCKED;
        }
        return nobody.isPresent() ? ExitCodes.NOBODY : ExitCodes.INCOMPLETE;
    }

    /// What a cut-over or `release` has ended was agreed to with its rejects; a copy that is just complete was not.
    private int completed() {
        // A rollback that is not finished.
        if (RefusedWrites.of(records).isPresent()) {
            return ExitCodes.INCOMPLETE;
        }
        return isAgreedTo() ? ExitCodes.DONE : RejectsLeft.of(state, records).code();
    }

    private boolean isAgreedTo() {
        return records.phase()
                .filter(phase ->
                        phase.phase() == Phase.COMPLETED && !phase.why().isEmpty())
                .isPresent();
    }

    /// Documents that a cut-over has accepted, which the target had rejected by then.
    private long acceptedRejects() {
        return isAgreedTo()
                ? records.of(SignedOff.KEY, SignedOff::decode)
                        .map(SignedOff::rejects)
                        .orElse(0L)
                : 0;
    }

    /// How it ended, as a sentence.
    Optional<String> end() {
        return records.end(run).map(ended -> String.valueOf(ended.getMessage()));
    }

    /// The label of the phase, or `blocked` or `paused`.
    String phase() {
        return Standings.phase(records);
    }

    private Optional<Step> step() {
        return Standings.step(records);
    }

    private String rejected() {
        long accepted = acceptedRejects();
        return NumberText.of(progress.rejected(), "document")
                + (state.lostRejects() == 0 ? "" : "; " + LostRejects.what(state.lostRejects()))
                + (accepted == 0 ? "" : "; the cut-over has accepted " + NumberText.of(accepted, "rejected document"));
    }

    private long backlog() {
        return state.backlogs().stream().mapToLong(Long::longValue).sum();
    }

    /// What may wait without regard to how fast is written, which one look cannot tell.
    private long mostBacklog() {
        return fromRunFile.maxBacklog().now(OptionalDouble.empty());
    }

    /// What holds the run back, as far as it can be seen from the topics; nothing if it does not go on.
    private List<String> limits() {
        return code() == ExitCodes.INCOMPLETE ? fromRunFile.of(records, state, OptionalDouble.empty()) : List.of();
    }

    private Guard guard() {
        return fromRunFile.guard(records);
    }

    /// In which format the run's records are written, and whether an older version can still work for it.
    private String format() {
        return records.raisedFormat()
                .filter(raised -> raised.format() == RunFormat.NEWEST)
                .map(raised -> raised.format() + " since " + raised.since())
                .orElseGet(() -> "%d, and %d once every process of the run understands it"
                        .formatted(records.format(), RunFormat.NEWEST));
    }

    /// Who controls the run. Nobody has to, once it has ended.
    private Optional<String> control() {
        boolean isNobody = end().isEmpty() && controllers.isPresent() && controllers.getAsInt() == 0;
        Optional<String> last = records.of(Controller.KEY, Controller::decode)
                .map(one -> one.who() + " since " + one.since() + ", epoch " + one.epoch()
                        + (one.version().isEmpty() ? "" : ", version " + one.version()));
        return isNobody
                ? Optional.of("no process: start 'run' or 'control'"
                        + last.map(one -> "; the last one was " + one).orElse(""))
                : last;
    }

    private static String adoption(Adopted adopted) {
        return NumberText.of(adopted.documents(), "document") + " found in the target; "
                + (adopted.compared()
                        ? "compared with the source, " + NumberText.count(adopted.mended()) + " mended"
                        : "the comparison with the source is still to come");
    }

    /// Lines for people.
    List<String> table() {
        RunPlan plan = state.plan();
        List<String> lines = new ArrayList<>();
        RefusedWrites.of(records).ifPresent(refused -> lines.add(Printable.of(refused.sentence())));
        nobody.ifPresent(none -> lines.add(none.sentence()));
        row(lines, "run", run);
        row(lines, "phase", "%s, %.1f %%".formatted(phase(), progress.percent()));
        row(lines, "source", "%s, %s".formatted(plan.sourceIndex(), NumberText.of(plan.sourceShards(), "shard")));
        row(lines, "target", "%s, %s".formatted(plan.targetIndex(), NumberText.of(plan.lanes(), "shard")));
        row(
                lines,
                "read",
                (progress.read() > progress.goalDocs()
                                ? "%s states of %s documents that were there at the start and of later ones, %s"
                                : "%s of %s documents, %s")
                        .formatted(
                                NumberText.count(progress.read()),
                                NumberText.count(progress.goalDocs()),
                                NumberText.bytes((double) progress.bytesRead())));
        records.of(Adopted.KEY, Adopted::decode).ifPresent(adopted -> row(lines, "adopted", adoption(adopted)));
        progress.behind()
                .ifPresent(behind -> row(
                        lines,
                        "behind",
                        NumberText.count(behind.operations()) + " operations of the source are not read yet"
                                + past(behind).map(at -> ", as of " + at).orElse("")
                                + (behind.waitsFor().isEmpty()
                                        ? ""
                                        : (behind.operations() == 0 ? "; " : ": ") + behind.waitsFor())));
        row(
                lines,
                "in Kafka",
                "%s that wait, about %s of %s at most; %s kept, about %s"
                        .formatted(
                                NumberText.of(progress.inKafka(), "record"),
                                NumberText.bytes((double) backlog()),
                                NumberText.bytes((double) mostBacklog()),
                                NumberText.count(kept),
                                NumberText.bytes((double) state.bytesOf(kept))));
        limits().forEach(limit -> row(lines, "limited", "by " + limit));
        if (code() == ExitCodes.INCOMPLETE && guard() == Guard.DEFAULT) {
            row(lines, "guard", GuardWords.ofDefault(guard()));
        }
        row(lines, "written", NumberText.of(progress.written(), "document"));
        row(lines, "rejected", rejected());
        OvertakenDocuments.sentence(OvertakenDocuments.of(records))
                .ifPresent(missing -> row(lines, "missing", FullStop.of(missing)));
        control().ifPresent(control -> row(lines, "control", control));
        row(lines, "format", format());
        row(lines, "readers", Integer.toString(readers));
        row(lines, "writers", Integer.toString(writers));
        step().ifPresent(step -> row(
                lines,
                "cut-over",
                "%s, %s since %s; the source may be blocked for writes"
                        .formatted(step.name(), step.isDone() ? "done" : "under way", step.at())));
        records.phase().filter(phase -> !phase.why().isEmpty()).ifPresent(phase -> row(lines, "why", phase.why()));
        records.openRequest()
                .ifPresent(request -> row(
                        lines,
                        "request",
                        RequestAge.sentence(request, fromRunFile.clock().instant())));
        records.pause().ifPresent(pause -> row(lines, "paused", "since " + pause.since() + " " + pause.reason()));
        for (Blocked blocked : records.blocked()) {
            row(lines, "blocked", blocked.part() + " since " + blocked.since() + ": " + blocked.reason());
        }
        return lines;
    }

    /// When that was, where it is not of now.
    private Optional<Instant> past(Behind behind) {
        return behind.at()
                .filter(at -> at.isBefore(fromRunFile.clock().instant().minus(NEW)))
                .map(at -> at.truncatedTo(ChronoUnit.SECONDS));
    }

    private static Map<String, Object> fields(NobodyAtWork nobody) {
        Map<String, Object> fields = new LinkedHashMap<>();
        nobody.since().ifPresent(since -> fields.put("since", since.toString()));
        fields.put("remedy", nobody.remedy());
        return fields;
    }

    private static Map<String, Object> fields(RefusedWrites refused) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("index", refused.index());
        refused.orIndex().ifPresent(other -> fields.put("or_index", other));
        fields.put("since", refused.since().toString());
        fields.put("remedy", refused.remedy());
        return fields;
    }

    /// The same for machines, with every shard and lane.
    Map<String, Object> fields() {
        RunPlan plan = state.plan();
        Map<String, Object> fields = new LinkedHashMap<>();
        RefusedWrites.of(records).ifPresent(refused -> fields.put("writes_refused", fields(refused)));
        nobody.ifPresent(none -> fields.put("nobody_at_work", fields(none)));
        fields.put("run", run);
        fields.put("phase", phase());
        fields.put("why", records.phase().map(RunPhase::why).orElse(""));
        fields.put(
                "epoch",
                records.of(Controller.KEY, Controller::decode)
                        .map(Controller::epoch)
                        .orElse(0L));
        step().ifPresent(step -> fields.put(
                "cutover_step",
                Map.of(
                        "name",
                        step.name(),
                        "done",
                        step.isDone(),
                        "at",
                        step.at().toString())));
        records.openRequest()
                .ifPresent(request -> fields.put(
                        "request",
                        Map.of(
                                "kind",
                                request.kind().label(),
                                "at",
                                request.at().toString())));
        fields.put("percent", progress.percent());
        fields.put("source_index", plan.sourceIndex());
        fields.put("target_index", plan.targetIndex());
        fields.put("goal_docs", progress.goalDocs());
        fields.put("read_docs", progress.read());
        fields.put("read_bytes", progress.bytesRead());
        progress.lag().ifPresent(operations -> fields.put("behind", operations));
        progress.behind().flatMap(Behind::at).ifPresent(at -> fields.put("behind_at", at.toString()));
        progress.behind()
                .map(Behind::waitsFor)
                .filter(why -> !why.isEmpty())
                .ifPresent(why -> fields.put("behind_why", why));
        fields.put("in_kafka", progress.inKafka());
        fields.put("in_kafka_bytes", backlog());
        fields.put("max_in_kafka_bytes", mostBacklog());
        fields.put("kept", kept);
        fields.put("kept_bytes", state.bytesOf(kept));
        if (!limits().isEmpty()) {
            fields.put("limited", limits());
        }
        fields.put("guard", guard().word());
        fields.put("written", progress.written());
        fields.put("rejected", progress.rejected());
        fields.put("lost_rejects", state.lostRejects());
        fields.put("accepted_rejects", acceptedRejects());
        fields.put("missing_of_start", OvertakenDocuments.of(records));
        fields.put("format", records.format());
        fields.put("newest_format", RunFormat.NEWEST);
        fields.put("readers", readers);
        fields.put("writers", writers);
        controllers.ifPresent(count -> fields.put("controllers", count));
        fields.put("shards", shards());
        fields.put("lanes", lanes());
        fields.put(
                "blocked",
                records.blocked().stream()
                        .map(blocked -> Map.of(
                                "part", blocked.part(),
                                "reason", blocked.reason(),
                                "since", blocked.since().toString()))
                        .toList());
        return fields;
    }

    private List<Map<String, Long>> shards() {
        return IntStream.range(0, state.plan().sourceShards())
                .mapToObj(this::shard)
                .toList();
    }

    private Map<String, Long> shard(int shard) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("shard", (long) shard);
        numbers.put("done", state.done(shard));
        if (!state.awaitsNewHistory(shard)) {
            numbers.put("goal", state.goals().get(shard));
        }
        return numbers;
    }

    private List<Map<String, Long>> lanes() {
        return IntStream.range(0, state.plan().lanes())
                .mapToObj(lane -> numbers(
                        "lane",
                        lane,
                        "committed",
                        state.committed().get(lane),
                        "end",
                        state.ends().get(lane)))
                .toList();
    }

    private static Map<String, Long> numbers(
            String first, long one, String second, long two, String third, long three) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put(first, one);
        numbers.put(second, two);
        numbers.put(third, three);
        return numbers;
    }

    private static void row(List<String> lines, String name, String value) {
        lines.add(String.format(Locale.ROOT, "%-9s %s", name, Printable.of(value)));
    }
}
