package io.shardstream.writer;

import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.RefusedUser;
import io.shardstream.writer.answer.StopCause;

/// Tells which of the answers by which nothing can be written may pass by themselves.
final class StopPatience {
    private final WriteAliasFence fence;
    private final AccessRefusals refusals;
    private final FoldedLog log;

    StopPatience(WriteAliasFence fence, AccessRefusals refusals, FoldedLog log) {
        this.fence = fence;
        this.refusals = refusals;
        this.log = log;
    }

    /// Whether that may pass, so that what was sent is to be sent again.
    ///
    /// @param node that was asked
    boolean isLeft(StopCause cause, String serverSaid, String node) {
        return switch (cause) {
            case CREDENTIALS, CERTIFICATE -> {
                String sentence = RefusedUser.sentence("target", cause == StopCause.CREDENTIALS, serverSaid);
                log.warn("access", sentence);
                refusals.refused(node, sentence);
                yield true;
            }
            case NO_TARGET -> {
                boolean mayPass = fence.mayPass();
                if (mayPass) {
                    log.warn("fence", "The target has no write alias at the moment: " + serverSaid);
                }
                yield mayPass;
            }
            case NOT_THE_TARGET -> {
                String sentence =
                        "Bulk requests are being answered by something in front of the target, such as a proxy, and are"
                                + " retried: check that target.nodes point to the target and that it lets this process"
                                + " write (" + serverSaid + ").";
                log.warn("in front", sentence);
                refusals.refused(node, sentence);
                yield true;
            }
            case CLOSED, OTHER_CLUSTER, PIPELINE, FULL_SHARD, NOT_WRITTEN, REQUEST -> false;
        };
    }

    /// The target took all of a bulk.
    void passed(String node) {
        fence.passed();
        refusals.passed(node);
    }
}
