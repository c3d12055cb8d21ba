package io.shardstream.cli.plan;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.view.FindingsText;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.preflight.ClusterFacts;
import io.shardstream.control.preflight.OngoingSurvey;
import io.shardstream.control.preflight.checkup.AliasCheckup;
import io.shardstream.control.preflight.checkup.BlockCheckup;
import io.shardstream.control.preflight.checkup.BrokerCheckup;
import io.shardstream.control.preflight.checkup.ClusterCheckup;
import io.shardstream.control.preflight.checkup.KafkaCheckup;
import io.shardstream.control.preflight.checkup.LossCheckup;
import io.shardstream.control.run.clean.RunsOfKafka;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.Severity;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Looks at a run that works, or does not work any more.
@Command(
        name = "doctor",
        header = "Says what is wrong with a run that works, or does not, and what to do about it.",
        description = {
            "Asks Kafka, source and target, and changes nothing: whether they answer, certificates, clocks, disks, the"
                    + " run's topics, who works for it, and what it is blocked by.",
            "Until the cut-over it also looks again at what plan found before: privileges, settings of brokers and"
                    + " topics, and how source and target differ otherwise than the run file says.",
            "Whether a run can begin at all is what plan says."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream doctor -f run.yaml",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:Nothing keeps the run from working, as far as is known",
            ExitCodes.FAILED_HELP,
            " 3:Something keeps the run from working; the findings say what to do",
            ExitCodes.WRONG_USAGE_HELP
        })
public final class DoctorCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    public DoctorCommand(RunFile.Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws Exception {
        RunFile run = runFile.read(environment);
        List<Finding> findings = findings(run);
        boolean works = findings.stream().noneMatch(finding -> finding.severity() == Severity.BLOCKS);
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> FindingsText.of(findings).forEach(out::println);
            case json -> out.println(Json.object(fields(run, works, findings)));
        }
        out.flush();
        return works ? ExitCodes.DONE : ExitCodes.BLOCKED;
    }

    private static List<Finding> findings(RunFile run) throws ElasticException {
        FindingList findings = new FindingList();
        InstantSource clock = InstantSource.system();
        try (Connections to = Connections.of(run)) {
            RunTopics topics = new RunTopics(run.name());
            BrokerCheckup brokers = new BrokerCheckup(to.kafka(), clock, findings);
            brokers.certificates();
            Optional<RunPlan> plan = new KafkaCheckup(
                            to.kafka(), topics, RunFileMapping.replication(run), run.sessionTimeout(), findings)
                    .look();
            Optional<ControlRecords> records = plan.flatMap(_ -> PlannedRun.look(run, to.kafka()));
            Optional<Finding> difference = records.flatMap(said -> difference(run, said, to));
            difference.ifPresent(findings::addFirst);
            if (plan.isPresent()) {
                brokers.clocks(topics);
            }
            // Of a run that was planned the indices are looked at that it works with, whatever this run file says.
            String sourceIndex =
                    plan.map(RunPlan::sourceIndex).orElse(run.source().index());
            String targetIndex =
                    plan.map(RunPlan::targetIndex).orElse(run.target().index());
            ClusterCheckup source = new ClusterCheckup(to.source(), sourceIndex, clock, findings);
            source.certificates(run.source().endpoint().nodes());
            Optional<ClusterFacts> from = source.look();
            ClusterCheckup target = new ClusterCheckup(to.target(), targetIndex, clock, findings);
            target.certificates(run.target().endpoint().nodes());
            Optional<ClusterFacts> place = target.look();
            boolean isThere = plan.isPresent()
                    && records.filter(DoctorCommand::isGivenUp).isEmpty()
                    && difference
                            .map(Finding::code)
                            .filter(FindingCode.CLUSTERS_DIFFER::equals)
                            .isEmpty()
                    && (place.isEmpty() || target.has(PlannedIndex.target(plan.get())));
            if (isThere) {
                target.target(plan.get(), run.docs().trim(), records);
            }
            boolean isCopying = records.filter(DoctorCommand::isCopying).isPresent();
            if (isCopying && from.isPresent()) {
                isThere &= source.has(PlannedIndex.source(plan.get()));
            }
            if (isThere && isCopying && difference.isEmpty()) {
                OngoingSurvey again = new OngoingSurvey(
                        RunFileMapping.survey(run),
                        to.source(),
                        to.target(),
                        new RunsOfKafka(to.kafka(), clock),
                        findings);
                boolean isFilled = records.get().isIn(Phase.CATCHING_UP);
                from.ifPresent(one -> place.ifPresent(other -> again.look(plan.get(), isFilled, one, other)));
                new AliasCheckup(run.name(), findings).lookAtSource(records.get(), new HttpClusterSwitch(to.source()));
            }
            new BlockCheckup(
                            run.name(),
                            plan.isPresent(),
                            records.filter(ControlRecords::completed).isPresent(),
                            findings)
                    .look(
                            new HttpClusterSwitch(to.source()),
                            sourceIndex,
                            new HttpClusterSwitch(to.target()),
                            targetIndex);
            if (isThere && records.isPresent()) {
                HttpClusterSwitch cluster = new HttpClusterSwitch(to.target());
                new AliasCheckup(run.name(), findings).look(records.get(), cluster);
                new LossCheckup(run.name(), to.target(), findings).look(records.get(), cluster);
            }
        }
        return findings.worstFirst();
    }

    /// From its cut-over on a run itself changes blocks and aliases.
    private static boolean isCopying(ControlRecords records) {
        return !records.hasUnreadablePhase()
                && records.phase()
                        .filter(now -> now.phase() == Phase.BACKFILL || now.phase() == Phase.CATCHING_UP)
                        .isPresent();
    }

    /// What becomes of its target is then anybody's choice.
    private static boolean isGivenUp(ControlRecords records) {
        return !records.hasUnreadablePhase()
                && records.phase().filter(now -> now.phase().isEnd()).isPresent()
                && !records.completed();
    }

    /// Nothing where a record cannot be read, which was found before.
    private static Optional<Finding> difference(RunFile run, ControlRecords records, Connections to) {
        return records.unreadable().isEmpty() ? differenceOf(run, records, to) : Optional.empty();
    }

    private static Optional<Finding> differenceOf(RunFile run, ControlRecords records, Connections to) {
        return PlannedRun.problem(run, records)
                .map(sentence -> Finding.blocks(FindingCode.RUN_FILE_DIFFERS, sentence, ""))
                .or(() -> PlannedRun.problemOfClusters(records, to)
                        .map(sentence -> Finding.blocks(FindingCode.CLUSTERS_DIFFER, sentence, "")));
    }

    private static Map<String, Object> fields(RunFile run, boolean works, List<Finding> findings) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run.name());
        fields.put("works", works);
        fields.put("findings", FindingsText.fields(findings));
        return fields;
    }
}
