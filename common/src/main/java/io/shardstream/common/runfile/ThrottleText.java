package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.Hours;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Schedule;
import io.shardstream.common.contract.record.Throttle;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;

/// The limits of a run as texts, the same in the sections `throttle` and `guard` of a run file and in the command that
/// changes them.
public final class ThrottleText {
    /// Takes a limit away.
    public static final String NONE = "none";

    /// Ends the guard of production, that of the default too.
    public static final String OFF = "off";

    private static final String GUARD = "guard";

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%");

    /// Nobody means a zone that they did not think of, least of all at night.
    static final String ZONE_IS_MISSING = "need time-zone, whose clocks they mean, such as Europe/Zurich or UTC";

    private ThrottleText() {}

    /// The limits, as a run file would say them; one that is absent is not named, nor that the guard is off.
    public static Map<String, String> of(Throttle throttle) {
        Map<String, String> texts = new LinkedHashMap<>();
        throttle.perNode().ifPresent(rate -> texts.put("per-node", Units.size(rate)));
        throttle.total().ifPresent(rate -> texts.put("total", Units.size(rate)));
        throttle.requests().ifPresent(number -> texts.put("requests", Integer.toString(number)));
        if (!throttle.schedule().hours().isEmpty()) {
            texts.put(
                    "hours",
                    String.join(
                            ",",
                            throttle.schedule().hours().stream()
                                    .map(Hours::toString)
                                    .toList()));
            texts.put("time-zone", throttle.schedule().zone().getId());
        }
        throttle.objective().searchLatency().ifPresent(time -> texts.put("search-latency", Units.time(time)));
        throttle.objective().cpu().ifPresent(percent -> texts.put("cpu", percent + "%"));
        return texts;
    }

    /// The limits with some of them changed.
    ///
    /// @param changes texts by key, [#NONE] takes one away; what is not named stays; [#OFF] for `guard` ends
    ///     that
    /// @throws IllegalArgumentException if a text does not say what its key wants, with a sentence
    public static Throttle changed(Throttle was, Map<String, String> changes) {
        Map<String, String> texts = of(was);
        if (!was.schedule().hours().isEmpty()) {
            texts.putIfAbsent("time-zone", was.schedule().zone().getId());
        }
        if (changes.containsKey(GUARD)) {
            texts.remove("search-latency");
            texts.remove("cpu");
        }
        texts.putAll(changes);
        texts.values().removeIf(NONE::equals);

        List<Hours> hours = read(texts, "hours", ThrottleText::allHours).orElse(List.of());
        if (!hours.isEmpty() && !texts.containsKey("time-zone")) {
            throw new IllegalArgumentException("hours " + ZONE_IS_MISSING);
        }
        return new Throttle(
                optionalLong(read(texts, "per-node", rate())),
                optionalLong(read(texts, "total", rate())),
                optionalInt(read(texts, "requests", requests())),
                new Schedule(hours, read(texts, "time-zone", ThrottleText::zone).orElse(Schedule.ALWAYS.zone())),
                objective(was.objective(), texts, changes));
    }

    /// Whoever takes away all that was asked for, or the processors of the default, wants no guard.
    private static Objective objective(Objective was, Map<String, String> texts, Map<String, String> changes) {
        Objective asked = new Objective(
                read(texts, "search-latency", latency()), optionalInt(read(texts, "cpu", ThrottleText::percent)));
        String word = changes.get(GUARD);
        if (word != null && !word.equals(OFF)) {
            throw new IllegalArgumentException("guard must be off, got " + word);
        }
        if (word != null && asked.isSet()) {
            throw new IllegalArgumentException(
                    "guard is not off with search-latency or cpu: leave it out, or set both to none");
        }
        boolean isOff = word != null || was.isOff() || was.isSet() || NONE.equals(changes.get("cpu"));
        return asked.isSet() ? asked : isOff ? Objective.OFF : Objective.NONE;
    }

    static Section.Meaning<Long> rate() {
        return Units.size("0b", "64gb");
    }

    static Section.Meaning<Integer> requests() {
        return Units.number(1, 1024);
    }

    static Section.Meaning<Duration> latency() {
        return Units.time("1ms", "1m");
    }

    static int percent(Node.Scalar value) throws Refused {
        return percent(1).of(value);
    }

    /// A whole number of hundredths, from that one to all.
    static Section.Meaning<Integer> percent(int least) {
        return value -> {
            Matcher match = PERCENT.matcher(value.text());
            int percent = match.matches() ? Integer.parseInt(match.group(1)) : -1;
            if (percent < least || percent > 100) {
                throw Refused.of("must be " + least + "% to 100%", value.text());
            }
            return percent;
        };
    }

    static Hours hours(Node.Scalar value) throws Refused {
        return hours(value.text());
    }

    static ZoneId zone(Node.Scalar value) throws Refused {
        try {
            return ZoneId.of(value.text());
        } catch (DateTimeException e) {
            throw Refused.of("must be a time zone such as UTC or Europe/Zurich", value.text());
        }
    }

    private static List<Hours> allHours(Node.Scalar value) throws Refused {
        List<Hours> all = new ArrayList<>();
        for (String text : value.text().split(",", -1)) {
            all.add(hours(text));
        }
        return all;
    }

    private static Hours hours(String text) throws Refused {
        try {
            return Hours.of(text);
        } catch (IllegalArgumentException e) {
            throw Refused.of("must be hours such as 22:00-06:00", text);
        }
    }

    private static <T> Optional<T> read(Map<String, String> texts, String key, Section.Meaning<T> meaning) {
        String text = texts.get(key);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(meaning.of(new Node.Scalar(0, text, JsonNodeFactory.instance.stringNode(text))));
        } catch (Refused e) {
            throw new IllegalArgumentException(key + " " + e.getMessage(), e);
        }
    }

    static OptionalLong optionalLong(Optional<Long> value) {
        return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
    }

    static OptionalInt optionalInt(Optional<Integer> value) {
        return value.isPresent() ? OptionalInt.of(value.get()) : OptionalInt.empty();
    }
}
