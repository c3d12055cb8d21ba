package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

/// `plan` finds on real servers what would make a run fail or lose something, and nothing of it where all is well.
///
/// An unsupported version is `VersionRuleTest`'s, a missing privilege `PrivilegesTest`'s.
@RealServers
class PlanTest {
    private static final String SOUND = "replicas: 1";
    private static final String NO_SAMPLE = "0s";

    @Test
    void ofARunThatIsSoundNothingBlocksAndNoneOfTheProblemsIsTold() {
        try (CopyRun run = source("{}").withTarget(SOUND)) {
            fill(run, "");
            Plan plan = Plan.of(run, "--try-writing", "--sample", "5s");

            assertThat(plan.problems()).isEmpty();
            assertThat(plan.blocked()).isEmpty();
            assertThat(plan.code()).isZero();
            assertThat(plan.fields().path("can_be_done").asBoolean()).isTrue();
            assertThat(plan.fields().at("/source/documents").asLong()).isEqualTo(3);
            assertThat(plan.fields().at("/sample/wrote").asBoolean()).isTrue();
            assertThat(plan.fields().at("/time/likely_seconds").asLong()).isPositive();
        }
    }

    @Test
    void aTargetThatDoesNotFitBelowTheHighWatermark() {
        try (CopyRun run = source("{}").withTarget(SOUND)) {
            fill(run, "");
            keepFree(run.rest(), "\"1000tb\"", "\"1b\"", true);
            assertTold(run, Problem.TOO_LITTLE_DISK);
        } finally {
            keepFree(Servers.cluster().rest(), "null", "null", false);
        }
    }

    @Test
    void aSourceWithoutItsDocuments() {
        try (CopyRun run = source("{\"_source\":{\"enabled\":false}}").withTarget(SOUND)) {
            fill(run, "");
            // What the target would be like it has from the source.
            Plan plan = Plan.of(run, "--sample", NO_SAMPLE);
            assertThat(plan.problems()).containsExactly(Problem.NO_SOURCE);
            assertThat(plan.blocked()).containsOnly("_source");
            assertThat(plan.code()).isEqualTo(ExitCodes.BLOCKED);
        }
    }

    @Test
    void aRealDocumentThatTheTargetsMappingRefuses() {
        try (CopyRun run = source("{}").withTarget(SOUND + "\nmappings: {properties: {n: {type: long}}}")) {
            fill(run, "");
            Plan plan = Plan.of(run, "--try-writing", "--sample", "5s");

            assertThat(plan.problems()).containsExactly(Problem.MAPPING_CONFLICT);
            assertThat(plan.code()).as("rejects are the operator's to accept").isZero();
            assertThat(run.rest()
                            .get("/_cat/indices?format=json&expand_wildcards=all&h=index")
                            .toString())
                    .doesNotContain("shardstream-plan");
        }
    }

    @Test
    void aTemplateThatWouldPutTheThrowAwayIndexIntoProductionsAlias() {
        inProductionsAlias("/_index_template/", "'priority': 500, 'template': {'aliases': {'%s': {}}}");
    }

    @Test
    void aLegacyTemplateThatWouldPutTheThrowAwayIndexIntoProductionsAlias() {
        inProductionsAlias("/_template/", "'aliases': {'%s': {}}");
    }

    /// What production writes by the alias until `plan` has ended is taken: an alias of two indices takes nothing.
    private static void inProductionsAlias(String templates, String definition) {
        Rest rest = Servers.cluster().rest();
        try (CopyRun run = source("{}").withTarget(SOUND)) {
            fill(run, "");
            String alias = "production-of-" + run.target();
            String template = templates + run.target() + ".v1";
            rest.put("/before-" + run.target(), "{\"aliases\":{\"" + alias + "\":{}}}");
            rest.put(
                    template,
                    ("{'index_patterns': ['" + run.target() + "*'], " + definition.formatted(alias) + "}")
                            .replace('\'', '"'));
            AtomicBoolean planned = new AtomicBoolean();
            CompletableFuture<Set<Integer>> production = CompletableFuture.supplyAsync(() -> {
                Set<Integer> answers = new HashSet<>();
                while (!planned.get()) {
                    answers.add(rest.send("POST", "/" + alias + "/_doc", "{}").status());
                }
                return answers;
            });
            try {
                Plan plan = Plan.of(run, "--try-writing", "--sample", "5s");
                assertThat(plan.problems()).containsExactly(Problem.TRIAL_IN_AN_ALIAS, Problem.ALIAS_OF_TEMPLATE);
                assertThat(plan.fields().at("/sample/wrote").asBoolean(true)).isFalse();
                assertThat(plan.code()).isEqualTo(ExitCodes.BLOCKED);
            } finally {
                planned.set(true);
                rest.delete(template);
                assertThat(production.join()).containsExactly(201);
                rest.delete("/before-" + run.target());
            }
        }
    }

    @Test
    void customRoutingWhereTheTargetHasOtherShards() {
        try (CopyRun run = source("{}").intoShards(5).withTarget(SOUND)) {
            fill(run, "&routing=elsewhere");
            Plan plan = Plan.of(run, "--sample", NO_SAMPLE);
            assertThat(plan.problems()).containsExactly(Problem.ROUTING, Problem.HASH_RANGES);
            assertThat(plan.blocked()).containsExactly("routing");
            assertThat(plan.code()).isEqualTo(ExitCodes.BLOCKED);
        }
    }

    /// C-69.
    @Test
    void aRunFileIsWrittenForARunThatCanBeDoneOrWhereThatIsSaid() throws Exception {
        try (CopyRun run = source("{}").intoShards(5).withTarget(SOUND)) {
            fill(run, "&routing=elsewhere");
            Path draft = run.runFile().resolveSibling("planned.yaml");
            List<String> words = List.of("plan", "--sample", NO_SAMPLE, "--write-run-file", draft.toString());
            CopyRun.Output blocked = run.command(words.toArray(String[]::new));
            assertThat(blocked.code()).isEqualTo(ExitCodes.BLOCKED);
            assertThat(blocked.text()).contains("planned.yaml was not written, as something blocks the run");
            assertThat(draft).doesNotExist();

            run.withSourceLines("ids-unique-across-routings: true").withTarget(SOUND);
            assertThat(run.command(words.toArray(String[]::new)).code()).isZero();
            assertThat(run.commandWith(draft, "config", "check").code()).isZero();
        }
    }

    @Test
    void otherHashRangesWhereTheOperatorSaysThatNoIdIsUsedTwice() {
        try (CopyRun run =
                source("{}").intoShards(5).withTarget(SOUND).withSourceLines("ids-unique-across-routings: true")) {
            fill(run, "&routing=elsewhere");
            Plan plan = Plan.of(run, "--sample", NO_SAMPLE);
            assertThat(plan.problems()).containsExactly(Problem.HASH_RANGES);
            assertThat(plan.code()).isZero();

            assertThat(run.planned()
                            .rest()
                            .get("/_cluster/state/metadata/" + run.target())
                            .at("/metadata/indices/" + run.target() + "/routing_num_shards")
                            .asInt())
                    .as("what the server gives the target")
                    .isEqualTo(640);
        }
    }

    @Test
    void aTopicThatLosesRecordsBeforeTheyAreWritten() throws Exception {
        try (CopyRun run = source("{}").withTarget(SOUND)) {
            fill(run, "");
            run.plannedOnly();
            assertThat(Plan.of(run, "--sample", NO_SAMPLE).problems()).isEmpty();
            ConfigResource docs =
                    new ConfigResource(ConfigResource.Type.TOPIC, run.topics().docs());
            try (Admin admin = run.connection().admin("test")) {
                admin.incrementalAlterConfigs(Map.of(
                                docs,
                                List.of(new AlterConfigOp(
                                        new ConfigEntry("retention.ms", "3600000"), AlterConfigOp.OpType.SET))))
                        .all()
                        .get();
            }
            assertTold(run, Problem.RETENTION);
        }
    }

    @Test
    void noReplicasWithATranslogThatIsWrittenLater() {
        try (CopyRun run = source("{}").withTarget("replicas: 0\nsettings: {index.translog.durability: async}")) {
            fill(run, "");
            assertTold(run, Problem.DURABILITY);
        }
    }

    @Test
    void aPipelineThatWouldChangeEveryDocument() {
        Rest rest = Servers.cluster().rest();
        rest.put("/_ingest/pipeline/stamp", "{\"processors\":[]}");
        try (CopyRun run = source("{}").withTarget(SOUND + "\nsettings: {index.final_pipeline: stamp}")) {
            fill(run, "");
            assertTold(run, Problem.PIPELINE);
        }
        try (CopyRun run = source("{}").withTarget(SOUND)) {
            fill(run, "");
            String template = "/_index_template/" + run.target();
            rest.put(template, """
                    {"index_patterns": ["%s"], "priority": 500,
                     "template": {"settings": {"index.final_pipeline": "stamp"}}}""".formatted(run.target()));
            try {
                assertTold(run, Problem.PIPELINE_OF_TEMPLATE);
            } finally {
                rest.delete(template);
            }
        }
        rest.delete("/_ingest/pipeline/stamp");
    }

    private static CopyRun source(String mappings) {
        return CopyRun.create().withSource("\"number_of_shards\":3", mappings).intoShards(6);
    }

    /// Three documents, one of which has words where the others have a number.
    ///
    /// @param routing of one, as in a query
    private static void fill(CopyRun run, String routing) {
        String document = "/" + run.source() + "/_doc/";
        run.rest().put("/" + run.source() + "/_mapping", "{\"properties\":{\"n\":{\"type\":\"keyword\"}}}");
        run.rest().put(document + "one?refresh=true", "{\"n\":1}");
        run.rest().put(document + "two?refresh=true" + routing, "{\"n\":2}");
        run.rest().put(document + "words?refresh=true", "{\"n\":\"three and more\"}");
    }

    /// That alone keeps the run from being done.
    private static void assertTold(CopyRun run, Problem problem) {
        Plan plan = Plan.of(run, "--sample", NO_SAMPLE);
        assertThat(plan.problems()).as(() -> plan.findings().toString()).containsExactly(problem);
        assertThat(plan.blocked()).hasSize(1);
        assertThat(plan.code()).isEqualTo(ExitCodes.BLOCKED);
    }

    /// Servers of tests watch no disks, so that they do not stand still on a full machine.
    ///
    /// @param high what the cluster wants to keep free of each disk
    /// @param flood where it would block indices
    private static void keepFree(Rest rest, String high, String flood, boolean watched) {
        rest.put("/_cluster/settings", """
                {"persistent": {"cluster.routing.allocation.disk": {
                  "threshold_enabled": %s,
                  "watermark": {"low": %s, "high": %s, "flood_stage": %s}}}}""".formatted(watched ? "true" : "null", high, high, flood));
    }
}
