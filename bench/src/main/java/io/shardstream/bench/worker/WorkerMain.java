package io.shardstream.bench.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.json.JsonMapper;

/// A process that does one piece of work after another, so that what it takes can be told apart from what the
/// benchmark itself does. Each line of standard input is an [Order] as JSON; the answer is a line of JSON, a [Done] or
/// `{"problem": …}`. It ends with its standard input, also in the middle of a piece of work: whoever wanted it is gone.
public final class WorkerMain {
    private static final JsonMapper MAPPER = new JsonMapper();

    private WorkerMain() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        BlockingQueue<Optional<String>> orders = new LinkedBlockingQueue<>();
        AtomicBoolean isBusy = new AtomicBoolean();
        Thread.ofPlatform().daemon().name("orders").start(() -> listen(orders, isBusy));
        for (Optional<String> order = orders.take(); order.isPresent(); order = orders.take()) {
            isBusy.set(true);
            String answer = answer(order.get());
            isBusy.set(false);
            out.println(answer);
            out.flush();
        }
    }

    private static void listen(BlockingQueue<Optional<String>> orders, AtomicBoolean isBusy) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            in.lines().forEach(line -> orders.add(Optional.of(line)));
        } catch (IOException | UncheckedIOException e) {
            // As good as its end.
        }
        if (isBusy.get()) {
            Runtime.getRuntime().halt(1);
        }
        orders.add(Optional.empty());
    }

    private static String answer(String line) {
        try {
            return MAPPER.writeValueAsString(Workshop.does(MAPPER.readValue(line, Order.class)));
        } catch (Exception e) {
            return MAPPER.createObjectNode()
                    .put("problem", e.getClass().getSimpleName() + ": " + e.getMessage())
                    .toString();
        }
    }
}
