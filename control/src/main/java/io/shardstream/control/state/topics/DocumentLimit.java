package io.shardstream.control.state.topics;

import io.shardstream.control.state.finding.RunRefusedException;
import java.util.OptionalLong;

/// The largest document that every part of the way can carry, and the limit of the docs topic for it.
///
/// @param documentBytes largest `_source`
/// @param messageBytes `max.message.bytes` of docs and rejects
public record DocumentLimit(long documentBytes, long messageBytes) {
    /// Where the run file does not say: no server tells its largest document, and topics of larger messages
    /// are what the owner of brokers that others use too wants to be asked for.
    private static final long STANDARD = 10 << 20;
    /// For the rest of a produce request: keys, headers, and what compression can add.
    private static final long REQUEST_SLACK = 1 << 20;
    /// For the rest of a record batch, likewise.
    private static final long MESSAGE_SLACK = 512 << 10;
    /// For the action line of a bulk: an id of 512 bytes, each escaped in six, and the rest of the line. A
    /// document with so long a routing that it does not fit is answered 413 and rejected.
    private static final long BULK_SLACK = 4 << 10;
    /// Batches of small documents are about 1 MiB.
    private static final long SMALLEST_MESSAGE = 2 << 20;

    /// @param asked the run file's limit; empty for 10 MiB
    /// @param socketRequestMax smallest `socket.request.max.bytes` of the brokers
    /// @param httpMaxContent smallest `http.max_content_length` of the target's nodes, in bytes
    /// @throws RunRefusedException if they take no document at all
    public static DocumentLimit of(OptionalLong asked, long socketRequestMax, long httpMaxContent) {
        long carried = Math.min(ofBrokers(socketRequestMax), ofTarget(httpMaxContent));
        if (carried < 1) {
            throw new RunRefusedException("No document fits into requests of " + socketRequestMax
                    + " bytes to Kafka (socket.request.max.bytes) and " + httpMaxContent
                    + " bytes to the target (http.max_content_length): raise the smaller one.");
        }
        long document = Math.min(asked.orElse(STANDARD), carried);
        return new DocumentLimit(document, messageBytesFor(document));
    }

    /// The largest `_source` that brokers can take.
    ///
    /// @param socketRequestMax smallest `socket.request.max.bytes` of the brokers
    public static long ofBrokers(long socketRequestMax) {
        return socketRequestMax - REQUEST_SLACK;
    }

    /// The largest `_source` that a target can take.
    ///
    /// @param httpMaxContent smallest `http.max_content_length` of its nodes, in bytes
    public static long ofTarget(long httpMaxContent) {
        return httpMaxContent - BULK_SLACK;
    }

    /// The limit of the docs topic that lets documents of this size through.
    public static long messageBytesFor(long documentBytes) {
        return Math.min(Integer.MAX_VALUE, Math.max(documentBytes + MESSAGE_SLACK, SMALLEST_MESSAGE));
    }
}
