package io.shardstream.bench.worker;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/// A process that does one piece of work after another, so that what it takes can be told apart from what the
/// benchmark itself does. Each line of standard input is an [Order] as JSON; the answer is a line of JSON, a [Done] or
/// `{"problem": …}`. It ends with its standard input.
public final class WorkerMain {
    private static final JsonMapper MAPPER = new JsonMapper();

    private WorkerMain() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            out.println(answer(line));
            out.flush();
        }
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
