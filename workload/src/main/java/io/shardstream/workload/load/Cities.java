package io.shardstream.workload.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// The bundled real documents: cities with their names in many languages (GeoNames, CC BY 4.0).
public final class Cities {
    /// How many there are.
    public static final int COUNT = 34_006;

    private static final String RESOURCE = "cities.ndjson.gz";
    private static final Pattern ID = Pattern.compile("^\\{\"geonameid\":(\\d+),");

    private Cities() {}

    /// All of them, each with its `geonameid` as id; close the stream after use.
    public static Stream<SampleDocument> stream() {
        try {
            InputStream packed = Objects.requireNonNull(Cities.class.getResourceAsStream(RESOURCE), RESOURCE);
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8));
            return lines.lines().map(Cities::document).onClose(() -> close(lines));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + RESOURCE, e);
        }
    }

    private static SampleDocument document(String line) {
        Matcher id = ID.matcher(line);
        if (!id.find()) {
            throw new IllegalStateException(RESOURCE + " has a line that does not begin with its geonameid");
        }
        return SampleDocument.of(id.group(1), line);
    }

    private static void close(BufferedReader lines) {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close " + RESOURCE, e);
        }
    }
}
