package io.shardstream.control.console.api;

import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.console.ledger.Accounted;
import io.shardstream.control.console.ledger.OutcomeTally;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.Flow;
import io.shardstream.control.console.view.LaneView;
import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.NodeView;
import io.shardstream.control.console.view.Rates;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ShardView;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.StopMark;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A run as JSON; `openapi.json` beside this says what each field is. What is not known is not there.
public final class RunViewJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private RunViewJson() {}

    public static byte[] of(RunView view) {
        ObjectNode object = MAPPER.createObjectNode();
        object.put("run", view.run()).put("at", view.at().toString());
        object.put("source_index", view.sourceIndex()).put("target_index", view.targetIndex());
        standing(object, view.standing());
        object.put("percent", view.percent()).put("goal_docs", view.goalDocs());
        flow(object.putObject("read"), view.read());
        backlog(object.putObject("waiting"), view.waiting()).put("max_bytes", view.maxBacklog());
        flow(object.putObject("written"), view.written());
        object.put("rejected", view.rejected()).put("lost_rejects", view.lostRejects());
        ObjectNode rejects = object.putObject("rejects_by_type");
        view.rejectsByType().forEach(rejects::put);
        view.behind().ifPresent(operations -> object.put("behind", operations));
        view.timeLeft()
                .ifPresent(left -> object.putObject("time_left")
                        .put("low_seconds", left.low().toSeconds())
                        .put("high_seconds", left.high().toSeconds())
                        .put("by", left.by()));
        object.putObject("bottleneck")
                .put("stage", view.bottleneck().stage().label())
                .put("node", view.bottleneck().node())
                .put("sentence", view.bottleneck().sentence());
        view.accounted().ifPresent(accounted -> accounted(object.putObject("accounted"), accounted));
        ArrayNode shards = object.putArray("shards");
        view.shards().forEach(shard -> shard(shards.addObject(), shard));
        ArrayNode lanes = object.putArray("lanes");
        view.lanes().forEach(lane -> lane(lanes.addObject(), lane));
        ArrayNode nodes = object.putArray("nodes");
        view.nodes().forEach(node -> node(nodes.addObject(), node));
        view.members().ifPresent(members -> {
            ArrayNode array = object.putArray("members");
            members.forEach(member -> member(array.addObject(), member));
        });
        ArrayNode events = object.putArray("events");
        view.events()
                .forEach(event -> events.addObject()
                        .put("at", event.at().toString())
                        .put("kind", event.kind().label())
                        .put("sentence", event.sentence()));
        return MAPPER.writeValueAsBytes(object);
    }

    private static void standing(ObjectNode object, ControlTopicView standing) {
        standing.refused().ifPresent(refused -> refused(object.putObject("writes_refused"), refused));
        standing.nobody().ifPresent(nobody -> nobody(object.putObject("nobody_at_work"), nobody));
        object.put("phase", standing.phase()).put("why", standing.why());
        standing.controller()
                .ifPresent(controller -> object.putObject("controller")
                        .put("who", controller.who())
                        .put("epoch", controller.epoch())
                        .put("since", controller.since().toString()));
        standing.pause()
                .ifPresent(pause -> object.putObject("pause")
                        .put("reason", pause.reason())
                        .put("since", pause.since().toString()));
        ArrayNode blocked = object.putArray("blocked");
        standing.blocked()
                .forEach(one -> blocked.addObject()
                        .put("part", one.part())
                        .put("reason", one.reason())
                        .put("since", one.since().toString()));
        StopMark.of(standing.pause(), standing.blocked()).ifPresent(mark -> object.put("stops", mark));
        standing.step()
                .ifPresent(step -> object.putObject("cutover_step")
                        .put("name", step.name())
                        .put("done", step.isDone())
                        .put("at", step.at().toString()));
        ObjectNode limits = object.putObject("limits");
        standing.limits().forEach(limits::put);
        ArrayNode guard = object.putArray("guard");
        standing.guard()
                .forEach(finding -> guard.addObject()
                        .put("side", finding.side().label())
                        .put("node", finding.node())
                        .put("bytes_per_second", finding.rate())
                        .put("missed", finding.isMissed())
                        .put("reason", finding.reason()));
        standing.verified().ifPresent(verified -> verified(object.putObject("verified"), verified));
    }

    private static void nobody(ObjectNode object, NobodyAtWork nobody) {
        nobody.since().ifPresent(since -> object.put("since", since.toString()));
        object.put("remedy", nobody.remedy());
    }

    private static void refused(ObjectNode object, RefusedWrites refused) {
        object.put("index", refused.index());
        refused.orIndex().ifPresent(other -> object.put("or_index", other));
        object.put("since", refused.since().toString())
                .put("sentence", refused.what())
                .put("remedy", refused.remedy());
    }

    private static void verified(ObjectNode object, Verified verified) {
        object.put("at", verified.ended().toString())
                .put("final", verified.isFinal())
                .put("equal", verified.isEqual())
                .put("source_documents", verified.sourceDocuments())
                .put("contents", verified.contents())
                .put("differences", verified.differences())
                .put("rejects", verified.rejects());
        verified.rest()
                .ifPresent(rest -> object.put("replaced", rest.replaced())
                        .put("unjudged", rest.unjudged())
                        .put("unswept", rest.unswept()));
    }

    private static void flow(ObjectNode object, Flow flow) {
        object.put("docs", flow.docs()).put("bytes", flow.bytes());
        rates(object.putArray("docs_per_second"), flow.docsPerSecond());
        rates(object.putArray("bytes_per_second"), flow.bytesPerSecond());
    }

    private static ObjectNode backlog(ObjectNode object, BacklogView backlog) {
        object.put("records", backlog.records()).put("bytes", backlog.bytes());
        backlog.seconds().ifPresent(seconds -> object.put("seconds", rounded(seconds)));
        return object;
    }

    private static void shard(ObjectNode object, ShardView shard) {
        object.put("shard", shard.shard()).put("node", shard.node()).put("done", shard.done());
        shard.goal().ifPresent(goal -> object.put("goal", goal));
        object.put("docs", shard.docs()).put("bytes", shard.bytes());
        rates(object.putArray("docs_per_second"), shard.docsPerSecond());
    }

    private static void lane(ObjectNode object, LaneView lane) {
        object.put("lane", lane.lane()).put("node", lane.node());
        object.put("written", lane.written()).put("end", lane.end());
        backlog(object.putObject("waiting"), lane.waiting());
        rates(object.putArray("records_per_second"), lane.recordsPerSecond());
        lane.accounted().ifPresent(accounted -> accounted(object.putObject("accounted"), accounted));
    }

    private static void node(ObjectNode object, NodeView node) {
        object.put("name", node.name());
        numbers(object.putArray("lanes"), node.lanes());
        backlog(object.putObject("waiting"), node.waiting());
        rates(object.putArray("records_per_second"), node.recordsPerSecond());
        node.load()
                .ifPresent(load -> object.putObject("load")
                        .put("bulks", load.bulks())
                        .put("limit", load.limit())
                        .put("refusals", load.refusals())
                        .put("mean_ms", rounded(load.meanMillis()))
                        .put("limited_by", load.limitedBy()));
    }

    private static void member(ObjectNode object, MemberView member) {
        object.put("part", member.part()).put("name", member.name());
        numbers(object.putArray("holds"), member.holds());
        object.put("limited_by", member.limitedBy());
    }

    static void accounted(ObjectNode object, Accounted accounted) {
        OutcomeTally tally = accounted.tally();
        object.put("records", tally.records())
                .put("applied", tally.applied())
                .put("superseded", tally.superseded())
                .put("rejected", tally.rejected())
                .put("unaccounted", tally.unaccounted())
                .put("bytes", tally.bytes())
                .put("complete", accounted.isComplete())
                .put("exact", accounted.isExact());
    }

    private static void numbers(ArrayNode array, List<Integer> numbers) {
        numbers.forEach(array::add);
    }

    /// Over ten seconds, a minute and ten minutes.
    private static void rates(ArrayNode array, Rates rates) {
        array.add(rounded(rates.tenSeconds()));
        array.add(rounded(rates.minute()));
        array.add(rounded(rates.tenMinutes()));
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
