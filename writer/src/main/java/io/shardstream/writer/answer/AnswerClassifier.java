package io.shardstream.writer.answer;

import io.shardstream.common.elastic.ErrorText;
import io.shardstream.common.elastic.Reply;
import io.shardstream.writer.limit.Pressure;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/// Decides what an answer means: by the HTTP status first, by the error type second.
///
/// Overload, credentials, blocks and missing targets are never a document's fault. What is not
/// understood is sent again: an error that is repeated for ever shows, a document that is lost does
/// not.
public final class AnswerClassifier {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer SUPERSEDED = new ItemAnswer.Superseded();
    private static final String BLOCK = "cluster_block_exception";

    private AnswerClassifier() {}

    /// @param requestBytes length of the bulk's body
    /// @param deletes for each document of the bulk whether it is a delete
    /// @param index the target, which the bulk names by an alias
    public static BulkAnswer bulk(Reply reply, long requestBytes, List<Boolean> deletes, String index) {
        return switch (reply.status()) {
            case 200 -> items(reply, deletes, index);
            case 400 -> badRequest(reply);
            case 401 -> new BulkAnswer.Stop(StopCause.CREDENTIALS, said(reply));
            case 403 -> forbidden(reply);
            case 404 -> notFound(reply);
            case 413 -> new BulkAnswer.TooLarge(said(reply), !reply.errorType().isEmpty());
            case 429 ->
                SizeRefusal.isForEver(ErrorText.withoutDocument(reply.errorReason()), requestBytes)
                        ? new BulkAnswer.TooLarge(said(reply), true)
                        : new BulkAnswer.Again(
                                pressure(reply.status(), reply.errorType(), reply.errorReason()), said(reply));
            case 408 -> new BulkAnswer.Again(said(reply));
            default ->
                reply.status() >= 500
                        ? failed(reply)
                        : new BulkAnswer.Stop(
                                reply.errorType().isEmpty() ? StopCause.NOT_THE_TARGET : StopCause.REQUEST,
                                said(reply));
        };
    }

    /// The servers say of what type it is; a proxy, or a firewall for web applications, does not.
    private static BulkAnswer forbidden(Reply reply) {
        return switch (reply.errorType()) {
            case BLOCK -> new BulkAnswer.Again(Pressure.BLOCK, said(reply));
            case "" -> new BulkAnswer.Stop(StopCause.NOT_THE_TARGET, said(reply));
            default -> new BulkAnswer.Stop(StopCause.CREDENTIALS, said(reply));
        };
    }

    private static BulkAnswer notFound(Reply reply) {
        if (reply.errorType().isEmpty()) {
            return new BulkAnswer.Stop(StopCause.NOT_THE_TARGET, said(reply));
        }
        return switch (Missing.of(reply.errorType())) {
            case TARGET -> new BulkAnswer.Stop(StopCause.NO_TARGET, said(reply));
            case SHARD -> new BulkAnswer.Again(said(reply));
            case OTHER -> new BulkAnswer.BadRequest(reply.errorType(), reply.errorReason());
        };
    }

    private static BulkAnswer failed(Reply reply) {
        String type = reply.errorType();
        return ServerFailure.mayBeOfADocument(reply.status(), type, reply.errorReason())
                ? new BulkAnswer.Failed(type, reply.errorReason(), said(reply))
                : new BulkAnswer.Again(pressure(reply.status(), type, reply.errorReason()), said(reply));
    }

    private static BulkAnswer badRequest(Reply reply) {
        return BadRequests.stopCause(reply.errorType(), reply.errorReason())
                .<BulkAnswer>map(cause -> new BulkAnswer.Stop(cause, said(reply)))
                .orElseGet(() -> reply.errorType().isEmpty()
                        ? new BulkAnswer.Stop(StopCause.NOT_THE_TARGET, said(reply))
                        : new BulkAnswer.BadRequest(reply.errorType(), reply.errorReason()));
    }

    private static BulkAnswer items(Reply reply, List<Boolean> deletes, String index) {
        BulkReply parsed;
        try {
            parsed = BulkReply.parse(reply.body(), index);
        } catch (JacksonException e) {
            return new BulkAnswer.Again(reply + " and something that is not JSON");
        }
        if (parsed.items().size() != deletes.size()) {
            return new BulkAnswer.Again(
                    reply + " and " + parsed.items().size() + " items to " + deletes.size() + " actions");
        }
        List<ItemAnswer> answers = new ArrayList<>(deletes.size());
        for (int i = 0; i < deletes.size(); i++) {
            answers.add(item(parsed.items().get(i), deletes.get(i)));
        }
        return new BulkAnswer.Items(answers, parsed.tookMillis(), reply.node());
    }

    static ItemAnswer item(ItemStatus item, boolean delete) {
        if (!item.instead().isEmpty()) {
            return new ItemAnswer.Stop(StopCause.NOT_WRITTEN, item.status() + ", " + item.instead());
        }
        return switch (item.status()) {
            case 200, 201 -> APPLIED;
            case 400 -> badRequest(item);
            case 401 -> stop(StopCause.CREDENTIALS, item);
            case 403 -> item.type().equals(BLOCK) ? again(item) : stop(StopCause.CREDENTIALS, item);
            case 404 -> notFound(item, delete);
            case 409 -> item.type().equals("version_conflict_engine_exception") ? SUPERSEDED : again(item);
            case 413 -> tooLarge(item);
            case 429 ->
                SizeRefusal.isForEver(ErrorText.withoutDocument(item.reason()), 0) ? tooLarge(item) : again(item);
            default ->
                ServerFailure.mayBeOfADocument(item.status(), item.type(), ErrorText.withoutDocument(item.reason()))
                        ? new ItemAnswer.Failed(item.type(), item.reason())
                        : again(item);
        };
    }

    /// A delete that found nothing is done, and left a tombstone with its version; it carries no error.
    private static ItemAnswer notFound(ItemStatus item, boolean delete) {
        if (delete && item.type().isEmpty()) {
            return APPLIED;
        }
        return switch (Missing.of(item.type())) {
            case TARGET -> stop(StopCause.NO_TARGET, item);
            case SHARD -> again(item);
            case OTHER -> new ItemAnswer.Refused(item.type(), item.reason());
        };
    }

    private static ItemAnswer badRequest(ItemStatus item) {
        return BadRequests.stopCause(item.type(), item.reason())
                .<ItemAnswer>map(cause -> stop(cause, item))
                .orElseGet(() -> new ItemAnswer.Refused(item.type(), item.reason()));
    }

    private static ItemAnswer tooLarge(ItemStatus item) {
        return new ItemAnswer.TooLarge(ErrorText.withoutDocument(item.reason()));
    }

    private static ItemAnswer again(ItemStatus item) {
        String why = item.status() + " " + item.type();
        return new ItemAnswer.Again(
                pressure(item.status(), item.type(), item.reason()),
                isAboutTheServer(item.status()) ? why + ": " + ErrorText.withoutDocument(item.reason()) : why);
    }

    /// What a server that would not do something now is short of. A disk that is full sets a block (429 or 403), and a
    /// circuit breaker answers 429 or, inside a transport request, 503.
    private static Pressure pressure(int status, String type, String reason) {
        return switch (type) {
            case BLOCK -> Pressure.BLOCK;
            case "circuit_breaking_exception" -> Pressure.MEMORY;
            default -> {
                if (status != 429) {
                    yield Pressure.UNANSWERED;
                }
                yield SizeRefusal.countsBytes(ErrorText.withoutDocument(reason)) ? Pressure.MEMORY : Pressure.OVERLOAD;
            }
        };
    }

    /// Overload, blocks and missing shards; the reason of anything else may quote the document.
    private static boolean isAboutTheServer(int status) {
        return status == 403 || status == 429 || status == 503;
    }

    private static ItemAnswer stop(StopCause cause, ItemStatus item) {
        return new ItemAnswer.Stop(cause, item.type() + ": " + ErrorText.withoutDocument(item.reason()));
    }

    /// The server's words, on one line.
    private static String said(Reply reply) {
        String type = reply.errorType();
        String reason = ErrorText.withoutDocument(reply.errorReason());
        return reply + (type.isEmpty() ? "" : " " + type) + (reason.isEmpty() ? "" : ": " + reason);
    }
}
