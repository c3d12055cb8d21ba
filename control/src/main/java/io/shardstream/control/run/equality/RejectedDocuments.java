package io.shardstream.control.run.equality;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.lanes.Lanes;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The documents that the target has rejected and has not taken since. The target lacks them or has them in
/// an older state, and a comparison does not count them as a difference. A record in the rejects topic has
/// the bytes of a document, unless the document is larger than `docs.max-document`: then only the source
/// holds it, or the copy of the source.
///
/// @param count how many are open
/// @param kept what Kafka still has of them
public record RejectedDocuments(long count, Kept kept) {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedDocuments.class);

    /// What Kafka still has of the rejects that were told.
    enum Kept {
        ALL,
        /// Retention has deleted some, or somebody has.
        SOME,
        NONE
    }

    /// Of which Kafka has lost none.
    public RejectedDocuments(long count) {
        this(count, Kept.ALL);
    }

    /// Those that were open when the cut-over was signed off: nobody publishes any again after that.
    ///
    /// @param lanes asked for what is left of them, if there were any
    public static RejectedDocuments signedOff(ControllerEpoch term, Lanes lanes) {
        long count = term.read(SignedOff.KEY, SignedOff::decode)
                .map(SignedOff::rejects)
                .orElse(0L);
        return new RejectedDocuments(count, count == 0 ? Kept.ALL : kept(lanes));
    }

    /// The way back is given up without Kafka's other topics, which may have been deleted since.
    private static Kept kept(Lanes lanes) {
        try {
            RunState state = lanes.state();
            return state.lostRejects() == 0 ? Kept.ALL : state.rejected() == 0 ? Kept.NONE : Kept.SOME;
        } catch (UnknownTopicOrPartitionException e) {
            return Kept.NONE;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.debug("What Kafka has of the rejects is not known", e);
            return Kept.ALL;
        }
    }

    public boolean areThere() {
        return count > 0;
    }

    /// To be called before the only index that may hold them is deleted.
    ///
    /// @throws GivenUpException if there are any
    public void requireNone() {
        if (areThere()) {
            throw new GivenUpException("the target rejected " + NumberText.of(count, "document")
                    + ", and cutover.replace-index: without-way-back deletes the index that holds them. Publish them"
                    + " again with 'rejects replay', or set cutover.replace-index to true, which keeps a copy of the"
                    + " index");
        }
    }

    /// That the target has not taken them, as a part of a sentence.
    String what() {
        String them = count == 1 ? "it" : "them";
        return "the target rejected " + NumberText.of(count, "document") + ", and lacks " + them + " or has " + them
                + " in an older state";
    }

    /// @param index that holds them
    /// @return what to keep because of them, as a sentence; empty if there are none
    public String toKeep(String index) {
        return areThere()
                ? "Keep " + index + (kept == Kept.NONE ? "" : " and the run's topics") + ": " + missing()
                : "";
    }

    /// The same where no index is known to hold them.
    public String toKeep() {
        if (!areThere()) {
            return "";
        }
        String missing = missing();
        return kept == Kept.NONE
                ? Character.toUpperCase(missing.charAt(0)) + missing.substring(1)
                : "Keep the run's topics: " + missing;
    }

    private String missing() {
        return what() + ". "
                + switch (kept) {
                    case ALL -> "'rejects list' says why, and 'rejects show --body' prints one.";
                    case SOME ->
                        "'rejects list' says why, and 'rejects show --body' prints one, but Kafka does not have all of"
                                + " them any more: 'verify' names the documents that differ.";
                    case NONE ->
                        "Kafka does not have what it said of them any more: 'verify' names the documents that differ.";
                };
    }
}
