package io.shardstream.ittests.proxy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.protocol.ApiKeys;

/// Kafka's protocol: frames with their length in front; a request begins with API key, API version, correlation id
/// and client id (request header v1 and later), an answer with the correlation id of its request.
record KafkaProtocol() implements Protocol {
    @Override
    public void serve(Socket client, Socket server, Gate gate) throws IOException {
        Map<Integer, String> exchanges = new ConcurrentHashMap<>();
        Thread answers = Thread.ofVirtual().start(() -> answers(client, server, exchanges, gate));
        try {
            requests(client, server, exchanges, gate);
        } finally {
            server.close();
            client.close();
            answers.interrupt();
        }
    }

    private static void requests(Socket client, Socket server, Map<Integer, String> exchanges, Gate gate)
            throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(server.getOutputStream());
        while (true) {
            ByteBuffer request = frame(in);
            String exchange = ApiKeys.forId(request.getShort(0)) + " " + clientId(request);
            exchanges.put(request.getInt(4), exchange);
            if (!gate.admit(Direction.REQUEST, exchange)) {
                return;
            }
            pass(request, out);
        }
    }

    private static void answers(Socket client, Socket server, Map<Integer, String> exchanges, Gate gate) {
        try (client;
                server) {
            DataInputStream in = new DataInputStream(server.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            while (true) {
                ByteBuffer answer = frame(in);
                String exchange = exchanges.remove(answer.getInt(0));
                if (exchange != null && !gate.admit(Direction.ANSWER, exchange)) {
                    return;
                }
                pass(answer, out);
            }
        } catch (IOException e) {
            // One side is gone: the try statement closes both.
        }
    }

    private static String clientId(ByteBuffer request) {
        short length = request.getShort(8);
        return length < 0 ? "" : new String(request.array(), 10, length, StandardCharsets.UTF_8);
    }

    private static ByteBuffer frame(DataInputStream in) throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return ByteBuffer.wrap(frame);
    }

    private static void pass(ByteBuffer frame, DataOutputStream out) throws IOException {
        out.writeInt(frame.capacity());
        out.write(frame.array());
        out.flush();
    }
}
