package io.shardstream.control.index.difference;

import io.shardstream.common.contract.bytes.Printable;
import java.util.regex.Pattern;

/// One setting that source and target do not have alike.
///
/// @param name in full, such as `index.codec`
/// @param source its value there; empty if it has none
/// @param target likewise
record SettingChange(String name, String source, String target) {
    private static final int LONGEST = 40;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /// Whether both are numbers, and the target's is the smaller one.
    boolean isLess() {
        return NUMBER.matcher(source).matches()
                && NUMBER.matcher(target).matches()
                && Long.parseLong(target) < Long.parseLong(source);
    }

    boolean isSwitchedOff() {
        return source.equals("true") && !target.equals("true");
    }

    /// Such as `index.codec (default → best_compression)`.
    String words() {
        return name + " (" + shortened(source) + " → " + shortened(target) + ")";
    }

    private static String shortened(String value) {
        if (value.isEmpty()) {
            return "not set";
        }
        String text = Printable.of(value);
        return text.codePointCount(0, text.length()) > LONGEST
                ? text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…"
                : text;
    }
}
