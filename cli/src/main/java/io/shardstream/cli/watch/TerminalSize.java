package io.shardstream.cli.watch;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How large the terminal is, asked now and then, as its window may be changed at any time.
final class TerminalSize implements Supplier<Size> {
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("([1-9]\\d{0,3}) ([1-9]\\d{0,3})");
    private static final int LOOKS_BETWEEN = 3;

    private final Supplier<Optional<String>> sttySize;
    private Size last = Size.USUAL;
    private int looks;

    /// @param sttySize what `stty size` prints: rows and columns
    TerminalSize(Supplier<Optional<String>> sttySize) {
        this.sttySize = sttySize;
    }

    @Override
    public Size get() {
        if (looks++ % LOOKS_BETWEEN == 0) {
            last = sttySize.get().flatMap(TerminalSize::parse).orElse(last);
        }
        return last;
    }

    /// Empty for a terminal that does not know, and says `0 0`.
    private static Optional<Size> parse(String text) {
        Matcher matcher = ROWS_AND_COLUMNS.matcher(text);
        return matcher.matches()
                ? Optional.of(new Size(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(1))))
                : Optional.empty();
    }
}
