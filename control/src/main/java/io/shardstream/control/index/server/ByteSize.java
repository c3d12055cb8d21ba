package io.shardstream.control.index.server;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes as Elasticsearch's settings have them, such as `150gb`, in powers of 1024.
final class ByteSize {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(b|kb|mb|gb|tb|pb)?");
    private static final List<String> UNITS = List.of("b", "kb", "mb", "gb", "tb", "pb");

    private ByteSize() {}

    /// In bytes; empty if it is no size, such as `-1`.
    static OptionalLong parse(String text) {
        Matcher matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int power = matcher.group(2) == null ? 0 : UNITS.indexOf(matcher.group(2));
        return OptionalLong.of((long) (Double.parseDouble(matcher.group(1)) * Math.pow(1024, power)));
    }
}
