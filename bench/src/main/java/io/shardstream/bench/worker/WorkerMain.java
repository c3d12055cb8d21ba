package io.shardstream.bench.worker;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/// A process that does one piece of work after another, so that what it takes can be told apart from what the
/// benchmark itself does. Each line of standard input is a [Work] and the path of a run file; the answer is a line of
/// JSON, a [Done] or `{"problem": …}`. It ends with its standard input.
public final class WorkerMain {
    private static final JsonMapper MAPPER = new JsonMapper();

    private WorkerMain() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            out.println(answer(order.split(" ", 2)));
            out.flush();
        }
    }

    private static String answer(String[] order) {
        try {
            return MAPPER.writeValueAsString(Workshop.does(Work.valueOf(order[0]), Path.of(order[1])));
        } catch (Exception e) {
            return MAPPER.createObjectNode()
                    .put("problem", e.getClass().getSimpleName() + ": " + e.getMessage())
                    .toString();
        }
    }
}
