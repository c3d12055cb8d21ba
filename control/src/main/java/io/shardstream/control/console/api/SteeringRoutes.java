package io.shardstream.control.console.api;

import io.shardstream.common.http.Exchange;
import io.shardstream.control.state.Steering;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Lets operators pause, resume and limit a run over HTTP. Requests are JSON objects of texts; the answer says
/// in a sentence what was done, or why not.
public final class SteeringRoutes {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final String RESET = "reset";

    private final Steering steering;

    public SteeringRoutes(Steering steering) {
        this.steering = steering;
    }

    void pause(Exchange exchange) throws IOException {
        Optional<Map<String, String>> fields = fields(exchange, "reason");
        if (fields.isPresent()) {
            say(exchange, () -> steering.pause(fields.get().getOrDefault("reason", "")));
        }
    }

    void resume(Exchange exchange) throws IOException {
        Optional<Map<String, String>> fields = fields(exchange, "accepted", "seen");
        if (fields.isPresent()) {
            say(
                    exchange,
                    () -> steering.resumeAsSeen(
                            Optional.ofNullable(fields.get().get("accepted")),
                            Optional.ofNullable(fields.get().get("seen"))));
        }
    }

    void throttle(Exchange exchange) throws IOException {
        Optional<Map<String, String>> fields = fields(
                exchange,
                RESET,
                "per-node",
                "total",
                "requests",
                "hours",
                "time-zone",
                "search-latency",
                "cpu",
                "guard");
        if (fields.isEmpty()) {
            return;
        }
        Map<String, String> changes = fields.get();
        if (!changes.containsKey(RESET)) {
            say(exchange, () -> steering.throttle(changes));
        } else if (!changes.getOrDefault(RESET, "").equals("true")) {
            exchange.problem(400, "reset is true, or is left out");
        } else if (changes.size() > 1) {
            exchange.problem(400, "reset goes with no limit: it takes the run file's");
        } else {
            say(exchange, steering::resetThrottle);
        }
    }

    private static void say(Exchange exchange, Supplier<String> what) throws IOException {
        try {
            exchange.said(what.get());
        } catch (IllegalArgumentException e) {
            exchange.problem(400, String.valueOf(e.getMessage()));
        } catch (RunRefusedException e) {
            exchange.problem(409, String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            exchange.problem(503, "Kafka: " + e.getMessage());
        }
    }

    /// What a request says; empty if it was answered because it cannot be understood.
    private static Optional<Map<String, String>> fields(Exchange exchange, String... known) throws IOException {
        Optional<String> body = exchange.body();
        if (body.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        try {
            JsonNode read = MAPPER.readTree(body.get().isBlank() ? "{}" : body.get());
            if (!(read instanceof ObjectNode object)) {
                exchange.problem(400, "a request is a JSON object");
                return Optional.empty();
            }
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!Arrays.asList(known).contains(field.getKey())) {
                    exchange.problem(400, "there is no field '" + field.getKey() + "' here");
                    return Optional.empty();
                }
                if (!isTaken(field.getKey(), field.getValue())) {
                    exchange.problem(
                            400,
                            field.getKey().equals(RESET)
                                    ? "reset is true, or is left out"
                                    : "the field '" + field.getKey() + "' must be a text, in quotes");
                    return Optional.empty();
                }
                fields.put(field.getKey(), field.getValue().asString());
            }
        } catch (JacksonException e) {
            exchange.problem(400, "a request is a JSON object of texts, with each field once");
            return Optional.empty();
        }
        exchange.wants(fields.toString());
        return Optional.of(fields);
    }

    /// What somebody means by a number or null in place of a text is not known.
    private static boolean isTaken(String name, JsonNode value) {
        return value.isString() || (name.equals(RESET) && value.isBoolean());
    }
}
