package io.shardstream.control.preflight.sample;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.LineBuffer;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.bytes.SourceLine;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.control.compare.rejects.ReasonShape;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An index that is made to be thrown away, of the target's mappings and settings: the only thing that a
/// survey ever writes to. Index templates that match its name are applied to it as they would be to a new
/// target, so that [io.shardstream.control.index.TemplateAdditions] are to be asked for first. It is written
/// through an alias of its own (`require_alias`): a bulk that a node carries out when the index is deleted
/// finds that gone, and does not make the index anew.
public final class TrialIndex implements DocumentWriting {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int BULK = 1 << 20;
    private static final int BAD_REQUEST = 400;
    private static final int SERVERS_OWN = 500;
    private static final String THERE_ALREADY = "resource_already_exists_exception";
    private static final int LONGEST_NAME = 255;
    private static final String MARK = "-shardstream-plan-";
    private static final String WRITTEN_BY = "-write";

    private final ElasticCluster target;
    private final String alias;

    private TrialIndex(ElasticCluster target, String alias) {
        this.target = target;
        this.alias = alias;
    }

    /// What it will be called.
    ///
    /// @param random makes it a name that nobody uses: lower-case letters and digits
    public static String nameFor(String index, String random) {
        int room = LONGEST_NAME - MARK.length() - random.length() - WRITTEN_BY.length();
        // Names are limited in bytes, and are mostly ASCII.
        return (index.length() > room / 2 ? index.substring(0, Math.min(index.length(), room / 3)) : index)
                + MARK
                + random;
    }

    /// @throws RunRefusedException if the target refuses such settings or mappings
    /// @throws ElasticException if it cannot be asked, or the user may not create it
    public static TrialIndex create(ElasticCluster target, WantedTarget wanted, String name) throws ElasticException {
        // Whoever may do something with indices of such names may do it with the alias, too.
        String alias = name + WRITTEN_BY;
        Reply reply = target.sendOnce(Call.put("/" + Call.encoded(name), wanted.trial(alias)));
        if (reply.errorType().equals(THERE_ALREADY)) {
            // Nobody else has the name: what stands between has sent the call twice.
            return new TrialIndex(target, alias);
        }
        if (reply.status() == BAD_REQUEST) {
            throw new RunRefusedException(
                    "The target refuses to create such an index: " + reply.errorType() + ": " + reply.errorReason());
        }
        Acknowledged.require(reply);
        return new TrialIndex(target, alias);
    }

    /// Whether the target may carry a request out although it failed. A proxy may give up sooner than the
    /// target, and says so by an answer of its own.
    public static boolean mayBeCarriedOut(ElasticException failure) {
        return switch (failure) {
            case ElasticException.Refused refused ->
                refused.status() >= SERVERS_OWN || (refused.type().isEmpty() && !refused.isOfUser());
            case ElasticException.Unreachable unreachable -> !unreachable.wasNotSent();
            case ElasticException.OtherCluster _ -> false;
            case ElasticException.TooLarge _, ElasticException.Malformed _ -> true;
        };
    }

    /// Deletes it, if it is there.
    ///
    /// @return whether it was
    /// @throws ElasticException if that cannot be done
    public static boolean delete(ElasticCluster target, String name) throws ElasticException {
        Reply reply = target.send(Call.delete("/" + Call.encoded(name)));
        if (reply.isOfNoIndex()) {
            return false;
        }
        Acknowledged.require(reply);
        return true;
    }

    /// Documents that could not be written for now, since the target is busy, are not counted as refused.
    @Override
    public List<RefusedDocument> write(List<Hit> documents) throws ElasticException {
        List<RefusedDocument> refusals = new ArrayList<>();
        LineBuffer lines = new LineBuffer(BULK);
        List<Hit> inBulk = new ArrayList<>();
        for (Hit hit : documents) {
            if (add(hit, lines)) {
                inBulk.add(hit);
            }
            if (lines.length() >= BULK) {
                refusals.addAll(send(lines.toBytes(), inBulk));
                lines = new LineBuffer(BULK);
                inBulk = new ArrayList<>();
            }
        }
        if (!inBulk.isEmpty()) {
            refusals.addAll(send(lines.toBytes(), inBulk));
        }
        return refusals;
    }

    private static boolean add(Hit hit, LineBuffer lines) {
        Bytes source = hit.source();
        if (source == null) {
            return false;
        }
        int before = lines.length();
        ObjectNode action = MAPPER.createObjectNode();
        ObjectNode index = action.putObject("index").put("_id", hit.id().utf8());
        Bytes routing = hit.routing();
        if (routing != null) {
            index.put("routing", routing.utf8());
        }
        lines.add(MAPPER.writeValueAsBytes(action));
        lines.add((byte) '\n');
        if (!SourceLine.write(lines, source)) {
            lines.cutTo(before);
            return false;
        }
        return true;
    }

    private List<RefusedDocument> send(Bytes lines, List<Hit> documents) throws ElasticException {
        JsonNode answer = target.sendOnce(Call.postLines("/" + Call.encoded(alias) + "/_bulk", lines)
                        .with("require_alias", "true")
                        .with("pipeline", "_none")
                        .with("filter_path", "errors,items.*.status,items.*.error.type,items.*.error.reason"))
                .orThrow()
                .json();
        List<RefusedDocument> refusals = new ArrayList<>();
        JsonNode hasErrors = answer.path("errors");
        boolean isTold = hasErrors.isBoolean()
                && (!hasErrors.booleanValue() || answer.path("items").size() == documents.size());
        if (!isTold) {
            throw new ElasticException.Malformed(
                    "The " + target.name() + " does not say of each document of the sample whether it takes it");
        }
        if (!hasErrors.booleanValue()) {
            return refusals;
        }
        int at = 0;
        for (JsonNode item : answer.path("items")) {
            JsonNode result = item.path("index");
            if (result.path("status").asInt(0) == BAD_REQUEST && at < documents.size()) {
                refusals.add(new RefusedDocument(
                        result.path("error").path("type").asString(""),
                        ReasonShape.of(result.path("error").path("reason").asString("")),
                        Printable.of(documents.get(at).id().utf8())));
            }
            at++;
        }
        return refusals;
    }
}
