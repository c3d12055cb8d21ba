package io.shardstream.simulation.rule;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.Workers;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.ObjIntConsumer;

/// Lanes that are not as far as they say, or that take other deletes than they are given.
public final class BrokenLanes implements Lanes {
    private final Lanes lanes;
    private final Rule off;
    private final IntToLongFunction maxSeqNo;

    /// @param maxSeqNo highest number of a source shard now
    public BrokenLanes(Lanes lanes, Rule off, IntToLongFunction maxSeqNo) {
        this.lanes = lanes;
        this.off = off;
        this.maxSeqNo = maxSeqNo;
    }

    @Override
    public RunState state() {
        RunState state = lanes.state();
        return off == Rule.SWEEP_AFTER_DRAIN
                ? new RunState(state.plan(), state.checkpoints(), state.ends(), state.ends(), state.rejected())
                : state;
    }

    @Override
    public List<Long> publish(List<DocRecord> records) {
        return lanes.publish(
                off == Rule.DELETE_WORD ? records.stream().map(this::asOfNow).toList() : records);
    }

    /// A delete as of everything that the source had given out, not as of what was settled.
    private DocRecord asOfNow(DocRecord document) {
        if (document.source() != null) {
            return document;
        }
        VersionWord word = VersionWord.of(document.version());
        long now =
                new VersionWord(word.lineage(), word.sourceShard(), maxSeqNo.applyAsLong(word.sourceShard())).value();
        return new DocRecord(document.id(), document.routing(), now, null);
    }

    @Override
    public void note(List<RejectRecord> records) {
        lanes.note(records);
    }

    @Override
    public NotedRejects rejects() {
        return lanes.rejects();
    }

    @Override
    public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
        lanes.forEachReject(sink);
    }

    @Override
    public Workers workers() {
        return lanes.workers();
    }

    @Override
    public long replays() {
        return lanes.replays();
    }
}
