package io.shardstream.control.damage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A good answer of a server, to be damaged: by chance, or at each of its places in turn.
public final class DamagedJson {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int LEVELS = 2_000;
    private static final int DIGITS = 1_000_000;

    /// In the place of a value.
    private static final List<String> OTHERS = List.of(
            "null",
            "[]",
            "{}",
            "[null]",
            "{\"\":null}",
            "\"\"",
            "\"text\"",
            "\"7\"",
            "\"\\ud800\"",
            "-1",
            "0",
            "1.5",
            "1e400",
            "true",
            "false",
            "99999999999999999999",
            "-9223372036854775808",
            "9223372036854775807");

    /// Each in the place of a value of another kind.
    private static final List<String> KINDS = List.of("null", "[]", "{}", "\"text\"", "1.5", "true");

    private final JsonNode good;
    private final int places;

    /// @param good JSON
    public DamagedJson(String good) {
        this.good = MAPPER.readTree(good);
        this.places = count(this.good);
    }

    /// What becomes of one place.
    private sealed interface Change {
        /// Another value.
        record Other(String json) implements Change {}

        /// It is left out, with its name.
        record Gone() implements Change {}

        /// It is there twice, the first time with another value.
        record Twice(String json) implements Change {}
    }

    /// One with a place at which something is missing or of another kind.
    ///
    /// @param isLeftOut whether it is missing, as some things may be
    public record Hole(String json, boolean isLeftOut) {}

    /// Each place left out, and of each other kind. The answer as a whole is none of the places.
    public List<Hole> holes() {
        List<Hole> holes = new ArrayList<>();
        for (int place = 1; place < places; place++) {
            holes.add(new Hole(with(Map.of(place, new Change.Gone())), true));
            JsonNode value = at(good, new int[] {place});
            for (String kind : KINDS) {
                if (MAPPER.readTree(kind).getNodeType() != value.getNodeType()) {
                    holes.add(new Hole(with(Map.of(place, new Change.Other(kind))), false));
                }
            }
        }
        return holes;
    }

    /// Each place of more levels than the library can write.
    public List<String> deep() {
        String deep = "[".repeat(LEVELS) + "]".repeat(LEVELS);
        return IntStream.range(1, places)
                .mapToObj(place -> with(Map.of(place, new Change.Other(deep))))
                .toList();
    }

    /// What chance makes of it, each time the same of one seed.
    public String of(int seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Map<Integer, Change> changes = new HashMap<>();
        for (int times = random.nextInt(1, 4); times > 0; times--) {
            changes.put(random.nextInt(places), change(random));
        }
        String damaged = with(changes);
        return random.nextInt(5) == 0 ? damaged.substring(0, random.nextInt(damaged.length() + 1)) : damaged;
    }

    private static Change change(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Change.Gone();
            case 1 -> new Change.Twice(value(random));
            default -> new Change.Other(value(random));
        };
    }

    private static String value(RandomGenerator random) {
        return switch (random.nextInt(24)) {
            case 0 -> "[".repeat(LEVELS) + "]".repeat(LEVELS);
            case 1 -> "{\"type\":".repeat(LEVELS) + "1" + "}".repeat(LEVELS);
            case 2 -> "[".repeat(LEVELS);
            case 3 -> random.nextInt(8) == 0 ? "9".repeat(DIGITS) : "1." + "3".repeat(DIGITS / 10);
            case 4 -> "nonsense";
            default -> OTHERS.get(random.nextInt(OTHERS.size()));
        };
    }

    private String with(Map<Integer, Change> changes) {
        StringBuilder out = new StringBuilder();
        write(good, "", changes, new int[] {0}, out);
        return out.toString();
    }

    /// @param name what stands before the value: a member's name and a colon, or nothing
    /// @param next the number of this place, counted on
    private static void write(
            JsonNode value, String name, Map<Integer, Change> changes, int[] next, StringBuilder out) {
        @Nullable Change change = changes.get(next[0]);
        int begin = out.length();
        out.append(name);
        next[0]++;
        if (value.isObject()) {
            out.append('{');
            value.properties().forEach(member -> {
                separate(out, '{');
                write(member.getValue(), MAPPER.writeValueAsString(member.getKey()) + ":", changes, next, out);
            });
            cutComma(out);
            out.append('}');
        } else if (value.isArray()) {
            out.append('[');
            value.forEach(element -> {
                separate(out, '[');
                write(element, "", changes, next, out);
            });
            cutComma(out);
            out.append(']');
        } else {
            out.append(value);
        }
        switch (change) {
            case null -> {}
            case Change.Gone _ -> out.setLength(begin);
            case Change.Other(String json) -> {
                out.setLength(begin);
                out.append(name).append(json);
            }
            case Change.Twice(String json) -> out.insert(begin, name + json + ",");
        }
    }

    private static void separate(StringBuilder out, char opening) {
        char last = out.charAt(out.length() - 1);
        if (last != opening && last != ',') {
            out.append(',');
        }
    }

    private static void cutComma(StringBuilder out) {
        if (out.charAt(out.length() - 1) == ',') {
            out.setLength(out.length() - 1);
        }
    }

    private static int count(JsonNode value) {
        int places = 1;
        for (JsonNode within : value) {
            places += count(within);
        }
        return places;
    }

    /// @param left how many places there are before the one that is looked for, counted down
    private static JsonNode at(JsonNode value, int[] left) {
        if (left[0]-- == 0) {
            return value;
        }
        for (JsonNode within : value) {
            JsonNode found = at(within, left);
            if (!found.isMissingNode()) {
                return found;
            }
        }
        return MAPPER.missingNode();
    }
}
