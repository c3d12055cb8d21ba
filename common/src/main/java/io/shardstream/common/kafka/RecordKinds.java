package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.AcceptedRejects;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.GivenReplicas;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.LastComparison;
import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFileKeys;
import io.shardstream.common.contract.record.RunFileThrottle;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.SourceHistories;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.TargetReach;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.record.Verified;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What is written under which key of the control topic. Other keys are nobody's, and change nothing.
final class RecordKinds {
    private static final Map<String, Function<byte[], ?>> BY_KEY = Map.ofEntries(
            Map.entry(AcceptedRejects.KEY, AcceptedRejects::decode),
            Map.entry(Adopted.KEY, Adopted::decode),
            Map.entry(Agreed.KEY, Agreed::decode),
            Map.entry(CarriedMapping.KEY, CarriedMapping::decode),
            Map.entry(Controller.KEY, Controller::decode),
            Map.entry(CutoverNotes.KEY, CutoverNotes::decode),
            Map.entry(DifferentContents.KEY, DifferentContents::decode),
            Map.entry(GivenReplicas.KEY, GivenReplicas::decode),
            Map.entry(GuardFindings.KEY, GuardFindings::decode),
            Map.entry(GuardOff.KEY, GuardOff::decode),
            Map.entry(LastComparison.KEY, LastComparison::decode),
            Map.entry(OwnBlock.key(Side.SOURCE), OwnBlock::decode),
            Map.entry(OwnBlock.key(Side.TARGET), OwnBlock::decode),
            Map.entry(MissingOfStart.KEY, MissingOfStart::decode),
            Map.entry(Pause.KEY, Pause::decode),
            Map.entry(PrimaryNodes.key(Side.SOURCE), PrimaryNodes::decode),
            Map.entry(PrimaryNodes.key(Side.TARGET), PrimaryNodes::decode),
            Map.entry(Request.KEY, Request::decode),
            Map.entry(RunFileKeys.KEY, RunFileKeys::decode),
            Map.entry(RunFileThrottle.KEY, RunFileThrottle::decode),
            Map.entry(RunFormat.KEY, RunFormat::decode),
            Map.entry(RunId.KEY, RunId::decode),
            Map.entry(RunPhase.KEY, RunPhase::decode),
            Map.entry(RunPlan.KEY, RunPlan::decode),
            Map.entry(SignedOff.KEY, SignedOff::decode),
            Map.entry(SourceAliases.KEY, SourceAliases::decode),
            Map.entry(SourceHistories.KEY, SourceHistories::decode),
            Map.entry(SourceHistories.KEY_OF_COPY, SourceHistories::decode),
            Map.entry(SourceTerms.KEY, SourceTerms::decode),
            Map.entry(SourceAliases.KEY_OF_WRITES, SourceAliases::decode),
            Map.entry(TargetHistories.KEY, TargetHistories::decode),
            Map.entry(TargetOriginals.KEY, TargetOriginals::decode),
            Map.entry(TargetReach.KEY, TargetReach::decode),
            Map.entry(TargetShape.KEY, TargetShape::decode),
            Map.entry(Throttle.KEY, Throttle::decode),
            Map.entry(Verified.KEY, Verified::decode));

    private static final Map<String, Function<byte[], ?>> BY_PREFIX = Map.of(
            AcceptedHistory.KEY_PREFIX,
            AcceptedHistory::decode,
            Answer.key(""),
            Answer::decode,
            Blocked.KEY_PREFIX,
            Blocked::decode,
            SourceCopy.KEY_PREFIX,
            SourceCopy::decode,
            Step.KEY_PREFIX,
            Step::decode,
            TrimmedLanes.KEY_PREFIX,
            TrimmedLanes::decode);

    private RecordKinds() {}

    /// How a record under that key is read; empty for a key that is nobody's.
    static Optional<Function<byte[], ?>> decoder(String key) {
        Function<byte[], ?> exact = BY_KEY.get(key);
        return exact != null
                ? Optional.of(exact)
                : BY_PREFIX.entrySet().stream()
                        .filter(kind -> key.startsWith(kind.getKey()))
                        .<Function<byte[], ?>>map(Map.Entry::getValue)
                        .findFirst();
    }
}
