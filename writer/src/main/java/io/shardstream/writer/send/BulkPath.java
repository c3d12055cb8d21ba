package io.shardstream.writer.send;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Where bulks are posted, and with which parameters. Servers refuse parameters that they do not know, so the
/// one that is not known everywhere is tried once, on a bulk without a single action, which no server carries
/// out.
///
/// `timeout` is how long a bulk waits for a shard without a primary, for copies of a shard that have to be
/// there, and for new fields: a minute unless told otherwise
/// (https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk,
/// https://docs.opensearch.org/latest/api-reference/document-apis/bulk/). All of a bulk is answered with its
/// slowest item, and we hang up at `target.request-timeout`, so that the minute would be the time of all
/// lanes that share a bulk, and nobody would learn of which shard it is. It is half of that time, and ten
/// seconds at most.
final class BulkPath {
    private static final String WITHOUT_WORDS =
            "took,errors,items.*.status,items.*.result,items.*._index,items.*.error.type";
    private static final String FILTER = WITHOUT_WORDS + ",items.*.error.reason,items.*.error.caused_by.reason";
    private static final String SOURCE_ON_ERROR = "include_source_on_error";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final ElasticCluster target;
    private final String wait;
    private final String path;
    private volatile @Nullable Boolean knowsSourceOnError;

    BulkPath(ElasticCluster target, String writeAlias) {
        this.target = target;
        this.path = "/" + Call.encoded(writeAlias) + "/_bulk";
        Duration half = target.requestTimeout().dividedBy(2);
        this.wait = (half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT).toMillis() + "ms";
    }

    /// A bulk of these lines.
    ///
    /// @throws ElasticException.Unreachable if the target had to be asked what it knows, and did not answer
    Call post(Bytes lines) throws ElasticException {
        Call call = withoutSourceOnError(lines);
        return knowsSourceOnError() ? call.with(SOURCE_ON_ERROR, "false") : call;
    }

    /// The same, to be answered with what became of each and not why.
    Call postWithoutWords(Bytes lines) throws ElasticException {
        return post(lines).with("filter_path", WITHOUT_WORDS);
    }

    /// A bulk without an action, which a server refuses with an error of its own.
    Call postNothing() {
        return withoutSourceOnError(Bytes.utf8("\n"));
    }

    /// The same of so many bytes, in one line: a line without any token is passed over by the servers
    /// (`BulkRequestParser`), and each costs them a parser.
    Call postNothing(int bytes) {
        byte[] line = new byte[Math.max(1, bytes)];
        Arrays.fill(line, (byte) ' ');
        line[line.length - 1] = '\n';
        return withoutSourceOnError(Bytes.of(line));
    }

    private Call withoutSourceOnError(Bytes lines) {
        return Call.postLines(path, lines)
                .with("require_alias", "true")
                .with("pipeline", "_none")
                .with("timeout", wait)
                .with("filter_path", FILTER);
    }

    /// Whether errors can be had without the document in them: `include_source_on_error`, Elasticsearch
    /// 8.18 and later (elastic/elasticsearch#120725).
    private boolean knowsSourceOnError() throws ElasticException {
        Boolean known = knowsSourceOnError;
        if (known == null) {
            Reply reply = target.send(postNothing().with(SOURCE_ON_ERROR, "false"));
            known = reply.status() == 400 && reply.errorReason().contains("no requests added");
            if (known || saysUnknown(reply)) {
                knowsSourceOnError = known;
            }
        }
        return known;
    }

    /// Whether a node refused the parameter that another one knew, as in the middle of an upgrade. It is not sent
    /// again then; bulks that carry it may still be under way.
    boolean isNotUnderstood(Reply reply) {
        boolean is = reply.status() == 400 && saysUnknown(reply);
        if (is) {
            knowsSourceOnError = false;
        }
        return is;
    }

    private static boolean saysUnknown(Reply reply) {
        return reply.errorReason().contains("unrecognized parameter")
                && reply.errorReason().contains(SOURCE_ON_ERROR);
    }
}
