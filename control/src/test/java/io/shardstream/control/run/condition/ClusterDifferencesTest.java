package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Settings of whole clusters that clients meet after a move to another cluster.
class ClusterDifferencesTest {
    private final MemoryCluster source = new MemoryCluster("one");
    private final MemoryCluster target = new MemoryCluster("two");

    @Test
    void whatSomebodyHasSetInOneOfThemIsADifference() throws Exception {
        source.clusterSettings = settings(
                Map.of("search.max_buckets", "65536", "script.max_size_in_bytes", "9"), "script.max_size_in_bytes");
        target.clusterSettings =
                settings(Map.of("search.max_buckets", "3", "script.max_size_in_bytes", "65535"), "search.max_buckets");
        assertThat(names()).containsExactly("cluster:script.max_size_in_bytes", "cluster:search.max_buckets");
    }

    /// By these clients are refused, or find less.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "action.auto_create_index",
                "action.destructive_requires_name",
                "action.search.shard_count.limit",
                "a.setting.of.a.plugin",
                "cluster.blocks.create_index",
                "cluster.default.index.refresh_interval",
                "cluster.max_shards_per_node",
                "cluster.routing.allocation.enable",
                "cluster.minimum.index.refresh_interval",
                "cluster.remote.other.seeds",
                "cluster.search.ignore_awareness_attributes",
                "compatibility.override_main_response_version",
                "indexing_pressure.memory.limit",
                "indices.breaker.request.limit",
                "network.breaker.inflight_requests.limit",
                "search_backpressure.mode",
                "shard_indexing_pressure.enabled",
                "indices.id_field_data.enabled",
                "indices.query.bool.max_clause_count",
                "ingest.grok.watchdog.max_execution_time",
                "point_in_time.max_keep_alive",
                "script.allowed_types",
                "search.max_open_scroll_context"
            })
    void eachKindOfSettingThatClientsMeetIsADifference(String name) throws Exception {
        source.clusterSettings = settings(Map.of(name, "one"), name);
        target.clusterSettings = settings(Map.of(name, "other"));
        assertThat(names()).containsExactly("cluster:" + name);
    }

    @Test
    void clustersWhoseSettingsTheUserMayNotSeeAreNotTakenForAlike() throws Exception {
        for (int status : List.of(401, 403)) {
            target.clusterSettingsStatus = status;
            assertThat(names()).containsExactly("cluster:settings");
        }
        target.clusterSettingsStatus = 503;
        assertThatThrownBy(this::names).isInstanceOf(ElasticException.class);
    }

    /// Versions have other defaults, and a node's file is taken for one.
    @Test
    void defaultsAreNone() throws Exception {
        source.clusterSettings = settings(Map.of("indices.query.bool.max_clause_count", "1024"));
        target.clusterSettings = settings(Map.of("indices.query.bool.max_clause_count", "4096"));
        assertThat(names()).isEmpty();
    }

    @Test
    void whatIsAlikeOrConcernsNoClientIsNone() throws Exception {
        source.clusterSettings =
                settings(Map.of("search.max_buckets", "3", "indices.recovery.max_bytes_per_sec", "40mb"));
        target.clusterSettings = settings(
                Map.of(
                        "search.max_buckets",
                        "3",
                        "search.low_level_cancellation",
                        "false",
                        "indices.recovery.max_bytes_per_sec",
                        "20mb"),
                "search.max_buckets",
                "search.low_level_cancellation",
                "indices.recovery.max_bytes_per_sec");
        assertThat(names()).isEmpty();
    }

    /// The first is set by OpenSearch's index state management on its own.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plugins.index_state_management.template_migration.control",
                "archived.plugins.index_state_management.metadata_migration.status",
                "cluster.routing.rebalance.enable",
                "logger.org.elasticsearch"
            })
    void whatNoClientNoticesIsNone(String name) throws Exception {
        target.clusterSettings = settings(Map.of(name, "-1"), name);
        assertThat(names()).isEmpty();
    }

    @Test
    void oneThatTheOtherClusterDoesNotKnowIsADifference() throws Exception {
        target.clusterSettings =
                settings(Map.of("search.query.max_query_string_length", "10"), "search.query.max_query_string_length");
        assertThat(ClusterDifferences.of(source, target))
                .extracting(NoticedDifference::words)
                .containsExactly("cluster setting search.query.max_query_string_length (not known → 10)");
    }

    @Test
    void aCutOverAsksForConsentByName() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.clusterSettings = settings(Map.of("search.max_buckets", "3"), "search.max_buckets");
        run.sourceCluster.clusterSettings = settings(Map.of("search.max_buckets", "65536"));

        Answer refused = run.answerTo(Request.Kind.CUTOVER, Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "cluster setting search.max_buckets (65536 → 3)",
                        "PUT /_cluster/settings",
                        "--accept-difference 'cluster:search.max_buckets'");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("accept-difference", "cluster:search.max_buckets"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    private List<String> names() throws Exception {
        return ClusterDifferences.of(source, target).stream()
                .map(NoticedDifference::name)
                .toList();
    }

    private static ClusterSettings settings(Map<String, String> values, String... set) {
        return new ClusterSettings(values, Set.of(set));
    }
}
