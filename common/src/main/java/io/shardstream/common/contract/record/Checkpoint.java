package io.shardstream.common.contract.record;

import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// How far one source shard has been read: everything up to `done` is in the docs topic.
///
/// Key: the source shard as decimal text. Value: one JSON object.
///
/// @param docsTopicId id of the docs topic that the windows went to; `done` of another one counts as -1
/// @param indexUuid the source index that was read
/// @param historyUuid the history of the shard that was read
/// @param lineage lineage of the version words published, 1 to 7
/// @param done highest sequence number of the contiguous settled prefix, -1 before the first window
/// @param docs documents published for it or rejected, those published again after a restart not counted
/// @param bytes `_source` bytes of those published
/// @param readUpTo the highest number that the history is known to have had on all its copies, not below
///     `done`: as far as it was read into any docs topic, or may have been published; `done` in records of run
///     formats below 4, which do not tell it
/// @param witnesses of the history that was read, into any docs topic; none in records of run formats below 5
public record Checkpoint(
        String docsTopicId,
        String indexUuid,
        String historyUuid,
        int lineage,
        long done,
        long docs,
        long bytes,
        long readUpTo,
        Witnesses witnesses) {
    /// Between the uuid of a history that was left and the last number that it had: an older state of the
    /// shard's disk was put back, whose history has the same uuid.
    public static final String LEFT_AT = " up to ";

    private static final int FORMAT = 3;
    private static final int WITHOUT_WITNESSES = 2;
    private static final int WITHOUT_READ_UP_TO = 1;
    private static final int FIRST_WITH_WITNESSES = 5;
    private static final int FIRST_WITH_READ_UP_TO = 4;
    private static final int HEX = 16;

    public Checkpoint {
        if (done < -1) {
            throw new IllegalArgumentException("done must be at least -1, got " + done);
        }
        if (docs < 0 || bytes < 0) {
            throw new IllegalArgumentException("counts must not be negative, got " + docs + " and " + bytes);
        }
        if (readUpTo < done) {
            throw new IllegalArgumentException("what was read must reach done, got " + readUpTo + " and " + done);
        }
    }

    /// One without witnesses.
    public Checkpoint(
            String docsTopicId,
            String indexUuid,
            String historyUuid,
            int lineage,
            long done,
            long docs,
            long bytes,
            long readUpTo) {
        this(docsTopicId, indexUuid, historyUuid, lineage, done, docs, bytes, readUpTo, Witnesses.NONE);
    }

    /// One of a history of which no more is known than what was settled.
    public Checkpoint(
            String docsTopicId, String indexUuid, String historyUuid, int lineage, long done, long docs, long bytes) {
        this(docsTopicId, indexUuid, historyUuid, lineage, done, docs, bytes, done);
    }

    /// What it says to a run that has this docs topic: `done` of another one counts as -1. History and
    /// lineage count all the same, and how far that was read, since the target holds what was read in them.
    public Checkpoint in(String thisDocsTopicId) {
        return docsTopicId.equals(thisDocsTopicId)
                ? this
                : new Checkpoint(thisDocsTopicId, indexUuid, historyUuid, lineage, -1, 0, 0, readUpTo, witnesses);
    }

    public static String key(int sourceShard) {
        return Integer.toString(sourceShard);
    }

    /// @param runFormat the run's, see [RunFormat]
    public byte[] encode(int runFormat) {
        ObjectNode object = StrictObject.begin(ownFormat(runFormat))
                .put("docs_topic_id", docsTopicId)
                .put("index_uuid", indexUuid)
                .put("history_uuid", historyUuid)
                .put("lineage", lineage)
                .put("done", done)
                .put("docs", docs)
                .put("bytes", bytes);
        if (runFormat >= FIRST_WITH_READ_UP_TO) {
            object.put("read_up_to", readUpTo);
        }
        if (runFormat >= FIRST_WITH_WITNESSES) {
            ObjectNode signs = object.putObject("witnesses");
            witnesses.all().forEach(one -> signs.put(Long.toString(one.number()), Integer.toHexString(one.sign())));
        }
        return StrictObject.bytes(object);
    }

    private static int ownFormat(int runFormat) {
        if (runFormat >= FIRST_WITH_WITNESSES) {
            return FORMAT;
        }
        return runFormat >= FIRST_WITH_READ_UP_TO ? WITHOUT_WITNESSES : WITHOUT_READ_UP_TO;
    }

    /// @throws UnknownRecordException if the value is not a checkpoint of one of these formats
    public static Checkpoint decode(byte[] value) {
        return StrictObject.decode("checkpoint", WITHOUT_READ_UP_TO, FORMAT, value, object -> {
            long format = object.longOf("format");
            long done = object.longOf("done");
            return new Checkpoint(
                    object.textOf("docs_topic_id"),
                    object.textOf("index_uuid"),
                    object.textOf("history_uuid"),
                    object.intOf("lineage"),
                    done,
                    object.longOf("docs"),
                    object.longOf("bytes"),
                    format == WITHOUT_READ_UP_TO ? done : object.longOf("read_up_to"),
                    format == FORMAT ? witnesses(object.textsOf("witnesses")) : Witnesses.NONE);
        });
    }

    private static Witnesses witnesses(Map<String, String> signs) {
        try {
            return Witnesses.of(signs.entrySet().stream()
                    .map(one -> new Witness(Long.parseLong(one.getKey()), Integer.parseInt(one.getValue(), HEX)))
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new UnknownRecordException("checkpoint: witnesses holds what is no number or no sign");
        }
    }
}
