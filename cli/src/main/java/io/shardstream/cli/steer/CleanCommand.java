package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.OutputFormat;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.Stop;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.RunInCluster;
import io.shardstream.control.index.target.UnplannedTarget;
import io.shardstream.control.run.clean.HeldDocuments;
import io.shardstream.control.run.clean.LastCopy;
import io.shardstream.control.run.clean.Leftovers;
import io.shardstream.control.run.clean.Necessity;
import io.shardstream.control.run.clean.PreparationFence;
import io.shardstream.control.run.clean.RunInKafka;
import io.shardstream.control.run.clean.UnplannedRun;
import io.shardstream.control.state.LostControl;
import io.shardstream.control.state.LostRejects;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.lanes.KafkaLaneStarts;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Deletes what a run that is over has left.
@Command(
        name = "clean",
        header = "Deletes what a run that is over has left in Kafka and in both clusters.",
        description = {
            "Deletes the run's topics and consumer groups, and takes its aliases away from source and target. No write"
                    + " block is lifted, and no index is deleted but the empty target that a start has made whose run"
                    + " was never prepared: 'release' and 'abort --run' say what else can go.",
            "Refused while the run goes on, while it can be rolled back, and while a process of it works. Interrupted"
                    + " and run again, it goes on."
        },
        footerHeading = "%nExample:%n",
        footer = {"  shardstream clean -f run.yaml --dry-run", "  shardstream clean -f run.yaml --yes"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:Nothing of the run is left; with --dry-run: it can be deleted",
            ExitCodes.FAILED_HELP,
            ExitCodes.WRONG_USAGE_HELP,
            ExitCodes.STOPPED_HELP
        })
public final class CleanCommand implements Callable<Integer>, OnlyAnswers {
    private final Stop stop;
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Option(names = "--dry-run", description = "Lists what there is, and deletes nothing.")
    private boolean dryRun;

    @Option(
            names = "--accept-unwritten",
            paramLabel = "<number>",
            defaultValue = "0",
            description = "Goes on although the source is gone or another one, and up to so many documents are in the"
                    + " run's topics that the target does not have.")
    private long acceptUnwritten;

    @Option(
            names = "--accept-rejects",
            paramLabel = "<number>",
            defaultValue = "0",
            description = "Goes on although the target has rejected up to so many documents, whose ids and reasons only"
                    + " the run's topics hold.")
    private long acceptRejects;

    public CleanCommand(Stop stop, RunFile.Environment environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public boolean onlyAnswers() {
        return dryRun;
    }

    @Override
    public Integer call() throws Exception {
        requireNumber("--accept-rejects", acceptRejects);
        requireNumber("--accept-unwritten", acceptUnwritten);
        RunFile file = runFile.read(environment);
        if (!dryRun) {
            confirmation.requirePossible(spec.commandLine(), what(file, ""));
        }
        try (Connections to = Connections.ofCommand(file);
                RunInKafka kafka = RunInKafka.of(to.kafka())) {
            RunTopics topics = new RunTopics(file.name());
            Looked looked = look(file, to, topics, kafka);
            show(looked);
            if (!dryRun && !looked.isNothing()) {
                confirmation.require(spec.commandLine(), what(file, looked.deletedIndices()), stop);
                if (!confirmation.isGiven()) {
                    // Whoever was asked may have answered after hours.
                    looked = look(file, to, topics, kafka);
                }
                requireUnprepared(looked, to, topics);
                for (Leftovers.Aliases of : looked.seen().aliases()) {
                    of.drop();
                }
                for (UnplannedTarget made : looked.deletable()) {
                    made.delete();
                }
                // A target that is slow to answer has given others time to begin.
                requireUnprepared(looked, to, topics);
                kafka.delete(looked.found(), topics);
            }
            end(file, looked);
            return ExitCodes.DONE;
        }
    }

    /// @throws RunRefusedException if the run had no plan, and somebody has begun to prepare it since
    private static void requireUnprepared(Looked looked, Connections to, RunTopics topics) {
        if (!looked.isPlanned()) {
            PreparationFence.raise(to.kafka(), topics);
        }
    }

    /// What there is of a run that nobody needs.
    ///
    /// @param made targets that its starts have made, where it has no plan
    private record Looked(RunInKafka.Found found, boolean isPlanned, Leftovers.Seen seen, List<UnplannedTarget> made) {
        boolean isNothing() {
            return found.isNothing() && seen.aliases().isEmpty() && deletable().isEmpty();
        }

        List<UnplannedTarget> deletable() {
            return made.stream().filter(UnplannedTarget::isUnused).toList();
        }

        /// As the end of a sentence.
        String deletedIndices() {
            return deletable().stream()
                    .map(one -> ", and index '" + one.name() + "', which the run has made and nobody has written to")
                    .collect(Collectors.joining());
        }
    }

    /// @throws RunRefusedException if anything of the run is needed
    private Looked look(RunFile file, Connections to, RunTopics topics, RunInKafka kafka) throws ElasticException {
        RunInKafka.Found found = kafka.of(file.name());
        requireNobodyAtWork(found);
        Optional<ControlRecords> said =
                found.topics().containsKey(topics.control()) ? PlannedRun.said(file, to.kafka()) : Optional.empty();
        boolean isPlanned = said.flatMap(ControlRecords::plan).isPresent();
        Leftovers.Seen seen = seen(file, to, topics, found, said);
        return new Looked(
                found, isPlanned, seen, isPlanned ? List.of() : made(file, to, said.orElse(ControlRecords.NONE), seen));
    }

    private static List<UnplannedTarget> made(RunFile file, Connections to, ControlRecords said, Leftovers.Seen seen)
            throws ElasticException {
        Optional<TargetOwner> owner = UnplannedRun.owner(file.name(), said);
        List<UnplannedTarget> made = new ArrayList<>();
        if (owner.isPresent()) {
            Set<String> names = new TreeSet<>(Set.of(file.target().index()));
            seen.aliases().forEach(of -> of.given().forEach(one -> names.add(one.index())));
            for (String name : names) {
                UnplannedTarget.find(to.target(), name, owner.get().writeAlias())
                        .ifPresent(made::add);
            }
        }
        return made;
    }

    private void requireNumber(String option, long given) {
        if (given < 0) {
            throw new ParameterException(spec.commandLine(), option + " must be a number, 0 or more, got " + given);
        }
    }

    /// @param indices that are deleted too, as a part of the sentence
    private static String what(RunFile file, String indices) {
        return "it deletes all topics of run " + file.name()
                + ", with what they say of the documents that were rejected" + indices
                + "; a process that a Deployment or a service still starts then begins the run anew";
    }

    private static void requireNobodyAtWork(RunInKafka.Found found) {
        if (!found.atWork().isEmpty()) {
            throw new RunRefusedException("Processes of the run still work (consumer groups "
                    + String.join(", ", found.atWork())
                    + "): stop them, and give 'clean' again. One that was killed counts until its session ends.");
        }
    }

    /// @throws RunRefusedException if anything of the run is needed
    private Leftovers.Seen seen(
            RunFile file, Connections to, RunTopics topics, RunInKafka.Found found, Optional<ControlRecords> said)
            throws ElasticException {
        if (said.isEmpty() || said.get().plan().isEmpty()) {
            refuse(LostControl.of(to.kafka(), topics));
            return said.isEmpty() ? Leftovers.Seen.NOTHING : beforePlan(file, to, said.get());
        }
        PlannedRun.require(file, said.get());
        refuse(Necessity.of(file.name(), said.get()));
        refuse(rejects(to.kafka(), topics, said.get(), found));
        Leftovers left = new Leftovers(
                file.name(), said.get(), new HttpClusterSwitch(to.source()), new HttpClusterSwitch(to.target()));
        left.requireClusters();
        HeldDocuments held = HeldDocuments.of(topics, said.get(), found);
        if (held.areThere()) {
            Optional<LastCopy> last = left.lastCopy(() -> read(held, to.kafka(), topics, said.get()));
            if (last.isPresent()) {
                refuse(held.uncounted());
                refuse(unwritten(last.get(), to.kafka(), topics, said.get()));
            }
        }
        Leftovers.Seen seen = left.seen();
        refuse(left.needed(seen.aliases()));
        return seen;
    }

    /// Of a run whose preparation was broken off.
    private static Leftovers.Seen beforePlan(RunFile file, Connections to, ControlRecords said)
            throws ElasticException {
        refuse(UnplannedRun.beingPrepared(file.name(), said.lastWritten(), Instant.now()));
        Optional<TargetOwner> owner = UnplannedRun.owner(file.name(), said);
        return owner.isEmpty()
                ? Leftovers.Seen.NOTHING
                : Leftovers.beforePlan(owner.get(), file.target().index(), new HttpClusterSwitch(to.target()));
    }

    private static void refuse(Optional<String> sentence) {
        sentence.ifPresent(why -> {
            throw new RunRefusedException(why);
        });
    }

    /// Of a run that was given up nobody needs them.
    private Optional<String> rejects(
            KafkaConnection kafka, RunTopics topics, ControlRecords said, RunInKafka.Found found) {
        HeldDocuments held = HeldDocuments.of(topics, said, found);
        if (!said.completed() || !held.areThere()) {
            return Optional.empty();
        }
        refuse(held.uncounted());
        try (RunStateReader reader =
                RunStateReader.withRejects(kafka, topics, said.plan().orElseThrow())) {
            RunState state = reader.read();
            // The number that a cut-over and a release want accepted, too.
            long rejected = said.of(SignedOff.KEY, SignedOff::decode)
                    .map(SignedOff::rejects)
                    .orElse(state.rejected() + state.lostRejects());
            String lost = LostRejects.sentence(state.lostRejects(), true)
                    .map(sentence -> " " + sentence)
                    .orElse("");
            return rejected <= acceptRejects
                    ? Optional.empty()
                    : Optional.of("The target has rejected " + NumberText.of(rejected, "document")
                            + (state.rejected() == 0
                                    ? "."
                                    : ", and only the run's topics say which and why: 'rejects list' shows them.")
                            + lost + " --accept-rejects " + rejected + " deletes the run's topics all the same.");
        }
    }

    /// @throws KafkaException also if some of the run's topics are gone
    private static RunState read(HeldDocuments held, KafkaConnection kafka, RunTopics topics, ControlRecords said) {
        held.uncounted().ifPresent(why -> {
            throw new KafkaException(why);
        });
        try (RunStateReader reader =
                RunStateReader.withoutRejects(kafka, topics, said.plan().orElseThrow())) {
            return reader.read();
        }
    }

    private Optional<String> unwritten(LastCopy last, KafkaConnection kafka, RunTopics topics, ControlRecords said) {
        RunPlan plan = said.plan().orElseThrow();
        try (RunStateReader reader = RunStateReader.withRejects(kafka, topics, plan);
                KafkaLaneStarts lanes = new KafkaLaneStarts(kafka, topics, plan)) {
            return last.unlessAccepted(last.inKafkaOnly(reader.read(), reader.kept(), lanes.cut()), acceptUnwritten);
        }
    }

    private void show(Looked looked) {
        RunInKafka.Found found = looked.found();
        Leftovers.Seen seen = looked.seen();
        if (output.format() == OutputFormat.json) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        found.topics().keySet().forEach(topic -> out.println("topic  " + topic));
        found.members().keySet().forEach(group -> out.println("group  " + group));
        seen.aliases()
                .forEach(of -> of.given()
                        .forEach(one -> out.println(
                                one.isOfAnchor()
                                        ? "index  " + one.index() + ", which has no documents (" + of.cluster() + ")"
                                        : "alias  " + one.alias() + " of index '" + one.index() + "' (" + of.cluster()
                                                + ")")));
        looked.deletable()
                .forEach(made -> out.println("index  " + made.name() + ", made by the run and never written to"));
        looked.made().forEach(made -> made.advice().ifPresent(out::println));
        if (seen.isSourceSilent()) {
            out.println("The source cluster does not answer: its aliases stay.");
        }
        if (seen.isTargetLost()) {
            out.println("The target cluster is not the one of the run, and has no such index: nothing is deleted"
                    + " there.");
        }
        out.flush();
    }

    private void end(RunFile file, Looked looked) {
        RunInKafka.Found found = looked.found();
        Leftovers.Seen seen = looked.seen();
        boolean isNothing = looked.isNothing();
        if (output.format() == OutputFormat.json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("run", file.name());
            fields.put("deleted", !dryRun && !isNothing);
            fields.put("topics", found.topics().keySet());
            fields.put("groups", found.members().keySet());
            fields.put(
                    "aliases",
                    seen.aliases().stream()
                            .flatMap(of -> of.given().stream()
                                    .filter(one -> !one.isOfAnchor())
                                    .map(one -> Map.of(
                                            "cluster", of.cluster(), "index", one.index(), "alias", one.alias())))
                            .toList());
            fields.put(
                    "indices",
                    looked.deletable().stream().map(UnplannedTarget::name).toList());
            fields.put(
                    "small_indices",
                    seen.aliases().stream()
                            .flatMap(of -> of.given().stream()
                                    .filter(RunInCluster.Given::isOfAnchor)
                                    .map(one -> Map.of("cluster", of.cluster(), "index", one.index())))
                            .toList());
            fields.put("source_silent", seen.isSourceSilent());
            fields.put("target_lost", seen.isTargetLost());
            spec.commandLine().getOut().println(Json.object(fields));
        } else if (isNothing) {
            spec.commandLine().getOut().println("Nothing is left of run " + file.name() + ".");
        } else if (dryRun) {
            spec.commandLine().getOut().println("Nothing was deleted. 'clean --yes' deletes all of this.");
        } else {
            spec.commandLine()
                    .getOut()
                    .println("Deleted: nothing is left of run " + file.name()
                            + (looked.deletable().isEmpty() ? " but its indices" : "")
                            + (seen.isSourceSilent() ? " and what the source cluster has." : ".")
                            + " Take away what starts its processes, such as a Deployment or a service: one that is"
                            + " started begins the run anew.");
        }
    }
}
