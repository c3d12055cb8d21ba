package io.shardstream.writer;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.writer.answer.StopCause;

/// What a person is told when nothing can be written.
final class StopSentence {
    private StopSentence() {}

    static String of(RunPlan plan, StopCause cause, String serverSaid) {
        return switch (cause) {
            case NO_TARGET ->
                "The target has no write alias " + plan.writeAlias() + " that names one index, " + plan.targetIndex()
                        + ": the index was deleted, or the alias was taken away or given to another; nothing more is"
                        + " written until both are back (" + serverSaid + ")";
            case CLOSED ->
                "The target index " + plan.targetIndex() + " is closed: open it, then start again (" + serverSaid + ")";
            case CREDENTIALS, CERTIFICATE, NOT_THE_TARGET ->
                throw new IllegalArgumentException(cause + " is waited for: " + serverSaid);
            case OTHER_CLUSTER -> serverSaid;
            case PIPELINE ->
                "The target index " + plan.targetIndex() + " asks for an ingest pipeline that does not exist:"
                        + " remove index.final_pipeline from its settings while the run lasts (" + serverSaid + ")";
            case FULL_SHARD ->
                "A shard of the target index " + plan.targetIndex()
                        + " has as many documents as a shard can have, nested and deleted ones counted: copy into a"
                        + " target with more shards by a new run, or expunge deleted documents by a force merge and"
                        + " start again (" + serverSaid + ")";
            case NOT_WRITTEN ->
                "The target says that it took a document, and did not write it to index " + plan.targetIndex()
                        + ": an ingest pipeline drops documents or sends them to another index, or the write alias "
                        + plan.writeAlias()
                        + " leads to another index. Remove index.final_pipeline from the settings of "
                        + plan.targetIndex() + ", then start again (" + serverSaid + ")";
            case REQUEST ->
                "The target refuses every bulk: is it really Elasticsearch or OpenSearch, of a supported version? ("
                        + serverSaid + ")";
        };
    }
}
