package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/// The body of a request, given to the socket in large pieces without a copy of it. The client sends any other entity
/// in pieces of 8 KB, each with a turn of its selector (`BasicAsyncEntityProducer` of `Rest5Client` 9.5.2; an entity
/// that is a producer itself is taken as it is). A request is sent once, so one pass over the bytes is enough.
final class SentBody extends ByteArrayEntity implements AsyncEntityProducer {
    /// Of a piece on the heap the JDK makes a copy outside of it, all of it each time, however little the socket takes.
    private static final int PIECE = 128 << 10;

    private final ByteBuffer left;

    SentBody(Bytes body, ContentType type) {
        super(body.array(), body.offset(), body.length(), type);
        this.left = ByteBuffer.wrap(body.array(), body.offset(), body.length());
    }

    /// How much is left, and at least 1: of an empty body the end is still to be told.
    @Override
    public int available() {
        return Math.max(1, left.remaining());
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        int end = left.limit();
        while (left.hasRemaining()) {
            left.limit(Math.min(end, left.position() + PIECE));
            int taken;
            try {
                taken = channel.write(left);
            } finally {
                left.limit(end);
            }
            if (taken == 0) {
                return;
            }
        }
        channel.endStream();
    }

    @Override
    public void failed(Exception cause) {
        // Whoever waits for the answer is told.
    }

    @Override
    public void releaseResources() {
        // The bytes are the caller's.
    }
}
