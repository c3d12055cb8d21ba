package io.shardstream.control.preflight;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.server.Privileges;
import io.shardstream.control.index.server.RequiredPrivileges;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The part of a survey that is taken again of a run that works: what may have changed since it began, by the
/// rules by which it was judged before. Asks for descriptions and privileges alone, and for no document.
public final class OngoingSurvey {
    /// What these rules find beside it is as it was at the beginning, or only good to know there.
    private static final Set<FindingCode> CHANGING = EnumSet.of(
            FindingCode.PRIVILEGE_MISSING,
            FindingCode.ROLES_HIDE_DOCUMENTS,
            FindingCode.USER_MAY_DO_ANYTHING,
            FindingCode.USER_MAY_WRITE_SOURCE,
            FindingCode.SOURCE_MISSING,
            FindingCode.SOURCE_NOT_AN_INDEX,
            FindingCode.SOURCE_READ_BLOCKED,
            FindingCode.SOURCE_NOT_KEPT,
            FindingCode.SOURCE_MOUNTED_OR_FROZEN,
            FindingCode.KEEP_ALIVE_SHORT,
            FindingCode.SOURCE_UNDER_LIFECYCLE,
            FindingCode.TARGET_UNDER_LIFECYCLE,
            FindingCode.TRANSLOG_ASYNC_WITHOUT_REPLICAS,
            FindingCode.TRANSLOG_ASYNC,
            FindingCode.NO_REPLICAS,
            FindingCode.DOCUMENT_LIMIT_LOWERED,
            FindingCode.FIELD_TYPE_DIFFERS,
            FindingCode.FIELD_REFUSED,
            FindingCode.FIELD_STRICTER,
            FindingCode.FIELD_NOT_SEARCHABLE,
            FindingCode.FIELD_SEARCHED_DIFFERENTLY,
            FindingCode.FIELD_NOT_INDEXED,
            FindingCode.SUB_FIELD_MISSING,
            FindingCode.FIELD_TYPE_GUESSED,
            FindingCode.DYNAMIC_DIFFERS,
            FindingCode.NEW_FIELDS_DIFFER,
            FindingCode.FIELD_ADDED,
            FindingCode.FIELD_PARAMETER_DIFFERS,
            FindingCode.FEWER_DOCUMENTS_TAKEN,
            FindingCode.ANALYSIS_DIFFERS,
            FindingCode.SIMILARITY_DIFFERS,
            FindingCode.SMALLER_SEARCHES_TAKEN,
            FindingCode.QUERY_DEFAULTS_DIFFER,
            FindingCode.INDEX_SORT_DIFFERS,
            FindingCode.REFRESH_DIFFERS,
            FindingCode.COPIES_DIFFER,
            FindingCode.SETTING_DIFFERS,
            FindingCode.SOURCE_OF_ANOTHER_RUN,
            FindingCode.REPLACE_INDEX_IMPOSSIBLE,
            FindingCode.ALIAS_NAME_TAKEN);

    /// What stops nothing while the run copies, so that it is only to be thought of.
    private static final Set<FindingCode> LATER = EnumSet.of(
            FindingCode.TRANSLOG_ASYNC_WITHOUT_REPLICAS,
            FindingCode.REPLACE_INDEX_IMPOSSIBLE,
            FindingCode.ALIAS_NAME_TAKEN);

    private final SurveySettings settings;
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final KnownRuns runs;
    private final FindingList findings;

    /// @param settings of a run file that belongs to the run
    /// @param runs those of the same Kafka
    public OngoingSurvey(
            SurveySettings settings,
            ElasticCluster source,
            ElasticCluster target,
            KnownRuns runs,
            FindingList findings) {
        this.runs = runs;
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /// Asks both sides. What was found already is not found twice.
    ///
    /// @param plan of a run that has not begun to cut over
    /// @param isFilled whether its backfill is done
    /// @param from what the source is
    /// @param to what the target is
    public void look(RunPlan plan, boolean isFilled, ClusterFacts from, ClusterFacts to) {
        FindingList found = new FindingList();
        Optional<SourceFacts> index = source(from.server(), found);
        target(plan, isFilled, from.server(), to.server(), index, found);
        if (settings.run().follow()) {
            new Replacing(source, target, settings, runs, found).look(TargetOwner.planned(plan));
            new SwapSurvey(source, target, settings, found).look(from.server(), Optional.of(to.server()));
        }
        found.worstFirst().stream()
                .distinct()
                .filter(finding ->
                        CHANGING.contains(finding.code()) || finding.topic().equals(Finding.UNKNOWN))
                .map(finding -> LATER.contains(finding.code())
                        ? Finding.warns(finding.code(), finding.what(), finding.advice())
                        : finding)
                .forEach(findings::add);
    }

    private Optional<SourceFacts> source(Server server, FindingList found) {
        try {
            String index = settings.run().sourceIndex();
            new ClusterSurvey("source", source, found)
                    .access(server, new Privileges("source", settings.needsOfSource(), index));
            Optional<SourceFacts> facts = new SourceSurvey(source, settings, found).glance();
            if (facts.isPresent()) {
                new StateManagementSurvey(source, found).source(server, index);
            }
            return facts;
        } catch (ElasticException e) {
            found.add(Finding.unknown(FindingCode.SOURCE_UNKNOWN, "what the source is now (" + e.getMessage() + ")."));
            return Optional.empty();
        }
    }

    private void target(
            RunPlan plan, boolean isFilled, Server from, Server to, Optional<SourceFacts> source, FindingList found) {
        try {
            String index = settings.run().target().index();
            List<Need> needs = RequiredPrivileges.ofTarget(index, TargetOwner.planned(plan));
            new ClusterSurvey("target", target, found).access(to, new Privileges("target", needs, index));
            TargetSurvey place = new TargetSurvey(from, target, settings.run(), found);
            if (source.isPresent()) {
                place.changes(source.get(), to, isFilled);
            }
            place.carries(plan.maxDocumentBytes());
            new StateManagementSurvey(target, found).target(to, index, true);
        } catch (ElasticException e) {
            found.add(Finding.unknown(FindingCode.TARGET_UNKNOWN, "what the target is now (" + e.getMessage() + ")."));
        }
    }
}
