package io.shardstream.workload.load;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ids and bodies of a load: the same seed, document and operation always give the same bytes.
///
/// @param prefix of all ids: lower-case letters, digits and hyphens
/// @param bodyBytes how long a body is, at least and about
public record LoadDocuments(String prefix, long seed, int bodyBytes) {
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9-]{1,100}");
    private static final Pattern OPERATION = Pattern.compile("^\\{\"id\":\"[a-z0-9-]+\",\"op\":(\\d{1,18}),");
    private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,8}");

    public LoadDocuments {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "The ids' prefix is 1 to 100 lower-case letters, digits and hyphens, not \"" + prefix + "\".");
        }
    }

    public String id(int document) {
        return prefix + document;
    }

    /// The number of the document that has that id, empty if it is none of these.
    OptionalInt document(String id) {
        String rest = id.startsWith(prefix) ? id.substring(prefix.length()) : "";
        return NUMBER.matcher(rest).matches() ? OptionalInt.of(Integer.parseInt(rest)) : OptionalInt.empty();
    }

    /// The body that an operation gives a document: one line of JSON.
    public byte[] body(int document, long operation) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + operation);
        Words words = new Words(random);
        StringBuilder json = new StringBuilder(bodyBytes + 64);
        json.append("{\"id\":\"").append(id(document));
        json.append("\",\"op\":").append(operation);
        json.append(",\"score\":").append(random.nextInt(1_000_000) / 1000.0);
        json.append(",\"text\":\"").append(words.one());
        while (json.length() < bodyBytes) {
            json.append(' ').append(words.one());
        }
        return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /// The number of the operation that a body says it is from, empty if it says none.
    OptionalLong operation(byte[] body) {
        Matcher matcher = OPERATION.matcher(new String(body, StandardCharsets.UTF_8));
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
