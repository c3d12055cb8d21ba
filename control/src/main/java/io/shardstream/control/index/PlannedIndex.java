package io.shardstream.control.index;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.IndexAbsence;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An index that a run was planned with, which another one of its name is not.
///
/// @param side `source` or `target`
/// @param uuid of the index when the run began
public record PlannedIndex(String side, String name, String uuid) {
    private static final Logger LOG = LoggerFactory.getLogger(PlannedIndex.class);
    private static final String SOURCE = "source";
    private static final String TARGET = "target";
    private static final String BEGIN_ANEW = "begin a new run under another name";

    public static PlannedIndex source(RunPlan plan) {
        return new PlannedIndex(SOURCE, plan.sourceIndex(), plan.sourceUuid());
    }

    public static PlannedIndex target(RunPlan plan) {
        return new PlannedIndex(TARGET, plan.targetIndex(), plan.targetUuid());
    }

    /// Whether it is there, as far as is known; what else has become of it is a finding.
    ///
    /// @throws ElasticException.Unreachable if nobody answers
    public boolean isThere(ElasticCluster cluster, FindingList findings) throws ElasticException.Unreachable {
        try {
            Optional<LostIndex> lost =
                    findings.ask(unknown(), question(), () -> lost(cluster)).flatMap(answer -> answer);
            lost.map(LostIndex::finding).ifPresent(findings::add);
            return lost.isEmpty();
        } catch (RunRefusedException e) {
            findings.add(Finding.blocks(
                    isSource() ? FindingCode.SOURCE_NOT_AN_INDEX : FindingCode.TARGET_NOT_AN_INDEX,
                    String.valueOf(e.getMessage()),
                    ""));
            return false;
        }
    }

    /// What is found if nobody tells.
    public FindingCode unknown() {
        return isSource() ? FindingCode.SOURCE_UNKNOWN : FindingCode.TARGET_UNKNOWN;
    }

    /// What is asked, as a part of a sentence.
    public String question() {
        return "whether the " + side + " index is the one with which the run began";
    }

    /// What has become of it; empty if it is there.
    ///
    /// @throws RunRefusedException if its name is that of something else, or the index is closed
    public Optional<LostIndex> lost(ElasticCluster cluster) throws ElasticException {
        return lost(new IndexCatalog(cluster).find(name), cluster);
    }

    /// The same for who has looked for the name.
    ///
    /// @param found what [IndexCatalog#find(String)] has given
    public Optional<LostIndex> lost(Optional<IndexDescription> found, ElasticCluster cluster) throws ElasticException {
        if (found.isPresent()) {
            return replaced(found.get());
        }
        return Optional.of(isCertainlyGone(cluster) ? gone() : unseen());
    }

    /// That the index of its name is another one; empty if it is this one.
    public Optional<LostIndex> replaced(IndexDescription found) {
        return found.uuid().equals(uuid)
                ? Optional.empty()
                : Optional.of(new LostIndex(
                        isSource() ? FindingCode.SOURCE_MADE_AGAIN : FindingCode.TARGET_MADE_AGAIN,
                        "The %s index '%s' is not the one with which the run began (uuid %s instead of %s)"
                                .formatted(side, name, found.uuid(), uuid),
                        BEGIN_ANEW));
    }

    private LostIndex gone() {
        return new LostIndex(
                isSource() ? FindingCode.SOURCE_MISSING : FindingCode.TARGET_GONE,
                "The " + side + " index '" + name + "' is gone",
                isSource() ? "restore it, and " + BEGIN_ANEW : BEGIN_ANEW);
    }

    private LostIndex unseen() {
        return new LostIndex(
                isSource() ? FindingCode.SOURCE_NOT_SEEN : FindingCode.TARGET_NOT_SEEN,
                "A node of the " + side + " does not know index '" + name + "', and it is not certain that the index is"
                        + " gone, as a node that has just started answers so",
                "try again in a minute");
    }

    private boolean isSource() {
        return side.equals(SOURCE);
    }

    /// Also where the user may not ask for the cluster's state nothing is certain.
    private boolean isCertainlyGone(ElasticCluster cluster) throws ElasticException {
        try {
            return IndexAbsence.isCertain(cluster, name);
        } catch (ElasticException.Unreachable e) {
            throw e;
        } catch (ElasticException e) {
            LOG.debug("The master cannot be asked for {}", name, e);
            return false;
        }
    }
}
