package io.shardstream.writer.send;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.IndexAbsence;
import io.shardstream.common.elastic.Reply;
import io.shardstream.writer.answer.AnswerClassifier;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.lane.Entry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Posts bulks to the target: body, request and answer on a thread of their own, meant to be a virtual one.
public final class ElasticBulkSender implements BulkSender {
    /// Type of a reject whose bytes cannot be one line of a bulk.
    public static final String NOT_ONE_LINE = "document_not_one_line";

    /// Type of a reject whose request something in front of the target does not let pass.
    public static final String REFUSED_ON_THE_WAY = "document_refused_on_the_way";

    private static final ItemAnswer CANNOT_BE_A_LINE = new ItemAnswer.Refused(
            NOT_ONE_LINE,
            "a string holds a raw line feed, or a string or comment does not end: this cannot be sent in a bulk");

    private static final String TOO_MANY_WORDS =
            "the target says why in more than " + (Call.SMALL_RESPONSE >> 20) + " MiB, which are not read";

    private final ElasticCluster target;
    private final String writeAlias;
    private final String index;
    private final VersionMode versions;
    private final BulkPath path;
    private final NodeDirectory nodes;
    private final Executor threads;

    /// One that gives every document its version word.
    public ElasticBulkSender(ElasticCluster target, String writeAlias, String index, Executor threads) {
        this(target, writeAlias, index, VersionMode.SEQNO, threads);
    }

    /// @param index the target, which the write alias names
    public ElasticBulkSender(
            ElasticCluster target, String writeAlias, String index, VersionMode versions, Executor threads) {
        this.versions = versions;
        this.target = target;
        this.writeAlias = writeAlias;
        this.index = index;
        this.path = new BulkPath(target, writeAlias);
        this.nodes = new NodeDirectory(target, System::nanoTime);
        this.threads = threads;
    }

    @Override
    public void send(Bulk bulk, String node, Consumer<BulkAnswer> answered, Consumer<Throwable> failed) {
        threads.execute(() -> {
            BulkAnswer answer;
            try {
                answer = post(bulk.entries().stream().map(Entry::document).toList(), node);
            } catch (Throwable e) {
                failed.accept(e);
                return;
            }
            answered.accept(answer);
        });
    }

    private BulkAnswer post(List<DocRecord> documents, String node) {
        BulkBody body = BulkBody.of(documents, versions);
        Set<Integer> leftOut = body.leftOut();
        if (leftOut.size() == documents.size()) {
            return withLeftOut(new BulkAnswer.Items(List.of(), 0, ""), documents.size(), leftOut);
        }
        List<Boolean> deletes = new ArrayList<>(documents.size());
        for (int i = 0; i < documents.size(); i++) {
            if (!leftOut.contains(i)) {
                deletes.add(documents.get(i).source() == null);
            }
        }
        try {
            BulkAnswer answer = ask(body.lines(), deletes, node);
            return answer instanceof BulkAnswer.Items items && !leftOut.isEmpty()
                    ? withLeftOut(items, documents.size(), leftOut)
                    : answer;
        } catch (ElasticException.OtherCluster e) {
            return new BulkAnswer.Stop(StopCause.OTHER_CLUSTER, String.valueOf(e.getMessage()));
        } catch (ElasticException e) {
            if (e.isOfAccess()) {
                return new BulkAnswer.Stop(
                        e instanceof ElasticException.Refused ? StopCause.CREDENTIALS : StopCause.CERTIFICATE,
                        String.valueOf(e.getMessage()));
            }
            return new BulkAnswer.Again(String.valueOf(e.getMessage()));
        }
    }

    /// A server quotes what it refuses, so that it may say more of some documents than is read. Then fewer
    /// are sent at once, and one that is alone is sent again without its being told why.
    private BulkAnswer ask(Bytes lines, List<Boolean> deletes, String node) throws ElasticException {
        NodeDirectory.Answered answered;
        try {
            answered = nodes.send(node, path.post(lines));
        } catch (ElasticException.TooLarge e) {
            return deletes.size() == 1
                    ? withoutWords(judged(nodes.send(node, path.postWithoutWords(lines)), lines, deletes, node))
                    : new BulkAnswer.TooLarge("what it says of its documents is too long: " + e.getMessage(), true);
        }
        return judged(answered, lines, deletes, node);
    }

    private BulkAnswer judged(NodeDirectory.Answered answered, Bytes lines, List<Boolean> deletes, String node)
            throws ElasticException {
        Reply reply = answered.reply();
        if (path.isNotUnderstood(reply)) {
            return new BulkAnswer.Again("a node of an older version does not know a parameter");
        }
        BulkAnswer first = AnswerClassifier.bulk(reply, lines.length(), deletes, index);
        if (deletes.size() == 1
                && first instanceof BulkAnswer.Stop(StopCause cause, String said)
                && cause == StopCause.NOT_THE_TARGET
                && letsPass(path.postNothing(), reply.node(), node)) {
            return onTheWay(said);
        }
        if (StrangeAnswer.is(first, reply)) {
            nodes.doubt(reply);
        }
        BulkAnswer answer = confirmed(first);
        if (!(answer instanceof BulkAnswer.TooLarge(String reason, boolean isCertain))) {
            return answer;
        }
        if (answered.isStandIn()) {
            return new BulkAnswer.Again("another node than " + node + " finds it too large: " + reason);
        }
        boolean isOfItsSize =
                isCertain || deletes.size() > 1 || letsPass(path.postNothing(lines.length() / 2), reply.node(), node);
        return isOfItsSize ? answer : new BulkAnswer.Failed(Reject.TOO_LARGE, reason, reason);
    }

    /// Whether what stands in front of the target, and has just answered in its place, lets a bulk pass that
    /// holds no document: of one byte, or, where a size was refused, of half of it. Asked twice at most: of
    /// two addresses in turn the second time it is the one that has answered.
    ///
    /// @param call without a document
    private boolean letsPass(Call call, String answeredBy, String node) throws ElasticException {
        Reply nothing = nodes.send(node, call).reply();
        if (!nothing.node().equals(answeredBy)) {
            nothing = nodes.send(node, call).reply();
        }
        return nothing.node().equals(answeredBy) && !nothing.errorType().isEmpty();
    }

    private static BulkAnswer onTheWay(String said) {
        String reason = "something in front of the target, such as a proxy or a firewall for web applications, does not"
                + " let the request with this document pass: " + said;
        return new BulkAnswer.Failed(REFUSED_ON_THE_WAY, reason, reason);
    }

    private static BulkAnswer withoutWords(BulkAnswer answer) {
        return answer instanceof BulkAnswer.Items(List<ItemAnswer> items, long tookMillis, String by)
                        && items.getFirst() instanceof ItemAnswer.Refused(String type, String _)
                ? new BulkAnswer.Items(List.of(new ItemAnswer.Refused(type, TOO_MANY_WORDS)), tookMillis, by)
                : answer;
    }

    /// The answer; what it says of a write alias that is gone counts only if the master does not know better.
    /// Where the master does not tell this user, it counts for as long as whoever sends has patience.
    private BulkAnswer confirmed(BulkAnswer answer) throws ElasticException {
        return switch (answer) {
            case BulkAnswer.Stop(StopCause cause, String reason) ->
                isGone(cause, reason) && !isGoneForAllWeKnow() ? new BulkAnswer.Again(notYetKnown()) : answer;
            case BulkAnswer.Items(List<ItemAnswer> items, long tookMillis, String node) ->
                items.stream().anyMatch(ElasticBulkSender::saysThatTargetIsGone) && !isGoneForAllWeKnow()
                        ? new BulkAnswer.Items(
                                items.stream().map(this::withKnownTarget).toList(), tookMillis, node)
                        : answer;
            case BulkAnswer.Again _, BulkAnswer.Failed _, BulkAnswer.TooLarge _, BulkAnswer.BadRequest _ -> answer;
        };
    }

    private boolean isGoneForAllWeKnow() throws ElasticException {
        return IndexAbsence.isNotDenied(target, writeAlias);
    }

    private ItemAnswer withKnownTarget(ItemAnswer item) {
        return saysThatTargetIsGone(item) ? new ItemAnswer.Again(notYetKnown()) : item;
    }

    private String notYetKnown() {
        return "a node does not know the write alias " + writeAlias + " yet";
    }

    private static boolean saysThatTargetIsGone(ItemAnswer item) {
        return item instanceof ItemAnswer.Stop(StopCause cause, String reason) && isGone(cause, reason);
    }

    /// An alias that is there but names several indices is told in other words.
    private static boolean isGone(StopCause cause, String reason) {
        return cause == StopCause.NO_TARGET && !reason.contains("no write index is defined");
    }

    private static BulkAnswer withLeftOut(BulkAnswer.Items sent, int documents, Set<Integer> leftOut) {
        List<ItemAnswer> all = new ArrayList<>(documents);
        Iterator<ItemAnswer> answers = sent.items().iterator();
        for (int i = 0; i < documents; i++) {
            all.add(leftOut.contains(i) ? CANNOT_BE_A_LINE : answers.next());
        }
        return new BulkAnswer.Items(all, sent.tookMillis(), sent.node());
    }
}
