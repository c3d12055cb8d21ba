package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.junit.jupiter.api.Test;

class SentBodyTest {
    private final Socket socket = new Socket();

    @Test
    void isSentInLargePiecesWhateverTheSocketTakesAtATime() throws Exception {
        byte[] around = new byte[1_000_000];
        new Random(1).nextBytes(around);
        Bytes body = Bytes.of(around, 100, 900_000);
        SentBody sent = new SentBody(body, ContentType.APPLICATION_JSON);
        assertThat(sent.getContentLength()).isEqualTo(900_000);

        int turns = 0;
        while (!socket.ended) {
            assertThat(sent.available()).isPositive();
            socket.room = 300_000;
            sent.produce(socket);
            turns++;
        }

        assertThat(turns).isEqualTo(3);
        assertThat(socket.largest).isEqualTo(128 << 10);
        assertThat(socket.taken.toByteArray()).isEqualTo(body.toArray());
    }

    @Test
    void ofAnEmptyBodyTheEndIsTold() throws Exception {
        SentBody sent = new SentBody(Bytes.EMPTY, ContentType.APPLICATION_JSON);
        assertThat(sent.available()).isPositive();
        sent.produce(socket);
        assertThat(socket.ended).isTrue();
        assertThat(socket.taken.size()).isZero();
    }

    /// Takes as much as it has room for.
    private static final class Socket implements DataStreamChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int room;
        private int largest;
        private boolean ended;

        @Override
        public int write(ByteBuffer piece) {
            largest = Math.max(largest, piece.remaining());
            byte[] part = new byte[Math.min(room, piece.remaining())];
            piece.get(part);
            taken.writeBytes(part);
            room -= part.length;
            return part.length;
        }

        @Override
        public void requestOutput() {}

        @Override
        public void endStream() {
            ended = true;
        }

        @Override
        public void endStream(List<? extends Header> trailers) {
            ended = true;
        }
    }
}
