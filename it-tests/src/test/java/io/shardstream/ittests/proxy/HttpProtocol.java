package io.shardstream.ittests.proxy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// HTTP/1.1 without pipelining: one request, then its answer.
record HttpProtocol() implements Protocol {
    /// As nginx says it, whose answer is no JSON and ends the connection.
    private static final String TOO_LONG = """
            HTTP/1.1 413 Request Entity Too Large\r
            Content-Type: text/html\r
            Content-Length: 46\r
            Connection: close\r
            \r
            <html><h1>Request Entity Too Large</h1></html>\
            """;

    /// Of a gateway that is not the server.
    private static String page(int status) {
        return """
                HTTP/1.1 %d Elsewhere\r
                Content-Type: text/html\r
                Location: http://127.0.0.1/login\r
                Content-Length: 31\r
                Connection: close\r
                \r
                <html><h1>Elsewhere</h1></html>\
                """.formatted(status);
    }

    @Override
    public void serve(Socket client, Socket server, Gate gate) throws IOException {
        InputStream fromClient = new BufferedInputStream(client.getInputStream());
        InputStream fromServer = new BufferedInputStream(server.getInputStream());
        while (true) {
            HttpMessage request = HttpMessage.read(fromClient, true);
            if (request == null || !gate.admit(Direction.REQUEST, request.exchange())) {
                return;
            }
            if (request.length() > gate.mostBytes()) {
                client.getOutputStream().write(TOO_LONG.getBytes(StandardCharsets.US_ASCII));
                return;
            }
            int own = request.holds(gate.forbidden()) ? 403 : gate.answersItself(request.exchange());
            if (own > 0) {
                client.getOutputStream().write(page(own).getBytes(StandardCharsets.US_ASCII));
                return;
            }
            Disturbance disturbance = gate.disturbance();
            if (!disturbance.reachesTheServer()) {
                answerItself(disturbance, client.getOutputStream());
                return;
            }
            HttpMessage answer = null;
            for (int times = disturbance == Disturbance.REPEATED ? 2 : 1; times > 0; times--) {
                write(request, server.getOutputStream());
                answer = HttpMessage.read(fromServer, !request.exchange().startsWith("HEAD "));
            }
            if (answer == null || !gate.admit(Direction.ANSWER, request.exchange())) {
                return;
            }
            gate.admitAnswerTo(request.length());
            if (!pass(answer, disturbance, client.getOutputStream(), gate)) {
                return;
            }
        }
    }

    /// @return whether the connection goes on
    private static boolean pass(HttpMessage answer, Disturbance disturbance, OutputStream out, Gate gate)
            throws IOException {
        switch (disturbance) {
            case NONE, REPEATED -> write(answer, out);
            case LATE -> {
                gate.beLate();
                write(answer, out);
            }
            case CUT_SHORT -> answer.writeHalfTo(out);
            case EMPTY_OBJECT -> out.write(ok("{}").getBytes(StandardCharsets.US_ASCII));
            case EMPTY -> out.write(ok("").getBytes(StandardCharsets.US_ASCII));
            case REQUEST_LOST, ANSWER_LOST, MADE_UP, BAD_GATEWAY -> {}
        }
        out.flush();
        return disturbance == Disturbance.NONE
                || disturbance == Disturbance.REPEATED
                || disturbance == Disturbance.LATE;
    }

    private static void answerItself(Disturbance disturbance, OutputStream out) throws IOException {
        switch (disturbance) {
            case MADE_UP -> out.write(ok("{}").getBytes(StandardCharsets.US_ASCII));
            case BAD_GATEWAY -> out.write(page(502).getBytes(StandardCharsets.US_ASCII));
            case NONE, REQUEST_LOST, ANSWER_LOST, LATE, REPEATED, CUT_SHORT, EMPTY_OBJECT, EMPTY -> {}
        }
        out.flush();
    }

    private static String ok(String body) {
        return """
                HTTP/1.1 200 OK\r
                Content-Type: application/json\r
                X-elastic-product: Elasticsearch\r
                Content-Length: %d\r
                Connection: close\r
                \r
                %s""".formatted(body.length(), body);
    }

    private static void write(HttpMessage message, OutputStream out) throws IOException {
        message.writeTo(out);
        out.flush();
    }
}
