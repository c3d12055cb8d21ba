package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentTooLongException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncEntityConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.support.AbstractAsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/// Gathers an answer as it streams in, and breaks the connection off as soon as it is longer than
/// allowed, so that no answer takes more of the heap than its call said.
final class CappedBody implements AsyncEntityConsumer<Bytes> {
    private static final int WINDOW = 1 << 20;

    /// A longer buffer grows by a quarter: while it is copied there are two.
    private static final int LONG = 4 << 20;

    private final int limit;
    private final int likely;
    private @Nullable FutureCallback<Bytes> whole;
    private byte[] buffer = new byte[0];
    private int length;

    private CappedBody(int limit, int likely) {
        this.limit = limit;
        this.likely = likely;
    }

    /// @param limit bytes that the answer may have
    /// @param likely bytes that it may well have, for a server that does not say how many
    static AbstractAsyncResponseConsumer<ClassicHttpResponse, Bytes> of(int limit, int likely) {
        return new Response(new CappedBody(limit, likely));
    }

    /// Where the server says how long its answer is, the buffer is made as long at once; else as long as it may well
    /// be,
    /// and grows.
    @Override
    public void streamStart(@Nullable EntityDetails details, FutureCallback<Bytes> resultCallback)
            throws ContentTooLongException {
        whole = resultCallback;
        long told = details == null ? 0 : details.getContentLength();
        if (told > limit) {
            throw new ContentTooLongException("more than " + limit + " bytes");
        }
        buffer = new byte[told > 0 ? (int) told : Math.min(likely, limit)];
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        capacity.update(WINDOW);
    }

    @Override
    public void consume(ByteBuffer part) throws ContentTooLongException {
        int more = part.remaining();
        if (more > limit - length) {
            throw new ContentTooLongException("more than " + limit + " bytes");
        }
        if (length + more > buffer.length) {
            long longer = buffer.length < LONG ? 2L * buffer.length : buffer.length + buffer.length / 4L;
            buffer = Arrays.copyOf(buffer, (int) Math.max(Math.min(limit, longer), length + more));
        }
        part.get(buffer, length, more);
        length += more;
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        FutureCallback<Bytes> callback = whole;
        if (callback != null) {
            callback.completed(getContent());
        }
    }

    @Override
    public void failed(Exception cause) {
        FutureCallback<Bytes> callback = whole;
        if (callback != null) {
            callback.failed(cause);
        }
    }

    @Override
    public Bytes getContent() {
        return Bytes.of(buffer, 0, length);
    }

    @Override
    public void releaseResources() {
        buffer = new byte[0];
    }

    /// The body as an entity whose bytes can be had without a copy.
    static final class Entity extends ByteArrayEntity {
        private final Bytes bytes;

        Entity(Bytes bytes, ContentType contentType) {
            super(bytes.array(), bytes.offset(), bytes.length(), contentType);
            this.bytes = bytes;
        }

        Bytes bytes() {
            return bytes;
        }
    }

    private static final class Response extends AbstractAsyncResponseConsumer<ClassicHttpResponse, Bytes> {
        Response(CappedBody body) {
            super(body);
        }

        @Override
        public void informationResponse(HttpResponse response, HttpContext context) {
            // A 100-continue says nothing that we wait for.
        }

        @Override
        protected ClassicHttpResponse buildResult(HttpResponse head, Bytes body, ContentType contentType) {
            BasicClassicHttpResponse response = new BasicClassicHttpResponse(head.getCode(), head.getReasonPhrase());
            response.setHeaders(head.getHeaders());
            if (body != null) {
                response.setEntity(new Entity(body, contentType));
            }
            return response;
        }
    }
}
