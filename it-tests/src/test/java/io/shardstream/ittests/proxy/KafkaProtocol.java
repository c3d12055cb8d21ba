package io.shardstream.ittests.proxy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.protocol.ApiKeys;

/// Kafka's protocol: frames with their length in front; a request begins with API key, API version, correlation id
/// and client id (request header v1 and later), an answer with the correlation id of its request. An exchange that
/// writes a step of a request says which, such as `PRODUCE client-id, step 'swap' begun`.
record KafkaProtocol() implements Protocol {
    private static final Pattern STEP = Pattern.compile("\"name\":\"([^\"]*)\",\"state\":\"(begun|done)\"");
    private static final String CONTROLLER = "shardstream-controller";
    private static final int LONGEST_STEP = 64 << 10;

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
            byte[] frame = frame(in);
            ByteBuffer request = ByteBuffer.wrap(frame);
            ApiKeys key = ApiKeys.forId(request.getShort(0));
            String id = clientId(frame, request.getShort(8));
            String exchange = key + " " + id + step(key, id, frame);
            exchanges.put(request.getInt(4), exchange);
            if (!gate.admit(Direction.REQUEST, exchange)) {
                return;
            }
            switch (gate.disturbance()) {
                case NONE -> pass(frame, out);
                case LATE -> {
                    gate.beLate();
                    pass(frame, out);
                }
                case REQUEST_LOST -> {
                    return;
                }
                case CUT_SHORT -> {
                    out.writeInt(frame.length);
                    out.write(frame, 0, frame.length / 2);
                    out.flush();
                    return;
                }
                case ANSWER_LOST, REPEATED, EMPTY_OBJECT, EMPTY, MADE_UP, BAD_GATEWAY -> {
                    pass(frame, out);
                    return;
                }
            }
        }
    }

    private static void answers(Socket client, Socket server, Map<Integer, String> exchanges, Gate gate) {
        try (client;
                server) {
            DataInputStream in = new DataInputStream(server.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            while (true) {
                byte[] frame = frame(in);
                String exchange = exchanges.remove(ByteBuffer.wrap(frame).getInt(0));
                if (exchange != null && !gate.admit(Direction.ANSWER, exchange)) {
                    return;
                }
                pass(frame, out);
            }
        } catch (IOException e) {
            // One side is gone: the try statement closes both.
        }
    }

    private static String clientId(byte[] frame, short length) {
        return length < 0 ? "" : new String(frame, 10, length, StandardCharsets.UTF_8);
    }

    private static String step(ApiKeys key, String client, byte[] frame) {
        if (key != ApiKeys.PRODUCE || !client.equals(CONTROLLER) || frame.length > LONGEST_STEP) {
            return "";
        }
        Matcher step = STEP.matcher(new String(frame, StandardCharsets.UTF_8));
        StringBuilder steps = new StringBuilder();
        while (step.find()) {
            steps.append(", step '").append(step.group(1)).append("' ").append(step.group(2));
        }
        return steps.toString();
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame;
    }

    private static void pass(byte[] frame, DataOutputStream out) throws IOException {
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }
}
