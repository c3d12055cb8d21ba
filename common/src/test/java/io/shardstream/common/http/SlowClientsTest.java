package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class SlowClientsTest {
    private static final int MORE_THAN_MAY = ConnectionLimits.CONNECTIONS + 20;

    private static final String LONG = "GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    @Test
    void whenAllPlacesAreTakenAsManyThatAskForNothingAreClosedAsComeWhateverTheySend() throws Exception {
        int port = server("-Dsun.net.httpserver.maxReqTime=600");
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_MAY; i++) {
            all.add(connection(port, "G"));
        }

        // The last ones may not have been taken in when the first ones are looked at.
        List<Socket> still = all;
        for (int look = 0; look < 5 && still.size() > ConnectionLimits.CONNECTIONS; look++) {
            List<Socket> left = new ArrayList<>();
            for (Socket one : still) {
                if (isOpen(one, 50)) {
                    left.add(one);
                }
            }
            still = left;
        }

        assertThat(still).hasSize(ConnectionLimits.CONNECTIONS);
    }

    @Test
    void aRequestThatDoesNotArriveInTimeIsGivenUpAndAStreamGoesOn() throws Exception {
        int port = server();
        Socket stream = connection(port, "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
        Socket slow = connection(port, "G");

        assertThat(isOpen(slow, 4_000)).as("before its time").isTrue();
        assertThat(isOpen(slow, 60_000)).as("after its time").isFalse();
        stream.getInputStream().skip(stream.getInputStream().available());
        assertThat(stream.getInputStream().read()).isNotNegative();
    }

    /// One that is read is sent as a whole, however long that takes.
    @Test
    void anAnswerThatNobodyReadsIsGivenUp() throws Exception {
        int port = server("-Dpatience=1000");
        Socket silent = connection(port, "G");
        Socket idle = connection(port, LONG);
        Socket reading = connection(port, LONG);

        // Nothing is said there, so that each look takes that long.
        assertThat(sizeOf(reading, () -> isOpen(silent, 30))).isGreaterThan(SlowServer.LONGEST);
        assertThat(sizeOf(idle, () -> true)).isLessThan(SlowServer.LONGEST);
    }

    /// Of all that comes until the connection is closed.
    ///
    /// @param pause between two pieces
    private static long sizeOf(Socket socket, Callable<Boolean> pause) throws Exception {
        socket.setSoTimeout(60_000);
        byte[] piece = new byte[256 << 10];
        long size = 0;
        try {
            for (int read = 0; read >= 0; read = socket.getInputStream().read(piece)) {
                size += read;
                boolean _ = pause.call();
            }
        } catch (SocketException e) {
            // Broken off.
        }
        return size;
    }

    private int server(String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SlowServer.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        open.add(process::destroyForcibly);
        return Integer.parseInt(new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine());
    }

    private Socket connection(int port, String sent) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(socket);
        socket.getOutputStream().write(sent.getBytes(UTF_8));
        return socket;
    }

    /// Whether it is still open after so many milliseconds without an answer.
    private static boolean isOpen(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            InputStream in = socket.getInputStream();
            return in.read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (SocketException e) {
            return false;
        }
    }
}
