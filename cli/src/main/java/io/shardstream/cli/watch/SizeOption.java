package io.shardstream.cli.watch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads sizes such as `100x30`.
final class SizeOption implements ITypeConverter<Size> {
    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,2})x([1-9]\\d{0,2})");

    @Override
    public Size convert(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("must be columns and rows such as 100x30, got \"" + text + "\"");
        }
        return new Size(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
}
