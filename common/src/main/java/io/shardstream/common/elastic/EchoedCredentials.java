package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Our own credentials in an error that somebody answers, as a proxy may that shows the request it did not
/// pass on. They are replaced before anybody reads the answer, as texts of answers get into logs, notes and
/// the page.
final class EchoedCredentials {
    private static final String MASK = "***";

    /// Of what is replaced, in characters. What is shorter would be found in texts that do not mean it; of
    /// passwords Elasticsearch demands as many.
    private static final int SHORTEST = 6;

    /// Where no word goes on, or the escape of another character ends.
    private static final String BEFORE_WORD =
            "(?:(?<!\\w)|(?<=%[0-9a-fA-F]{2})|(?<=\\\\u[0-9a-fA-F]{4})|(?<=\\\\[bfnrt]))";

    private EchoedCredentials() {}

    /// The answer with `***` in place of the header's value, of what it holds in Base64, and of the password or
    /// key in that. A password alone is replaced where it is a word of its own: one such as `exception` would
    /// change the types of errors.
    ///
    /// @param header value of the `Authorization` header that was sent
    static Bytes masked(Bytes answer, String header) {
        String text = answer.utf8();
        String masked = patternOf(header).matcher(text).replaceAll(MASK);
        return masked.equals(text) ? answer : Bytes.utf8(masked);
    }

    private static Pattern patternOf(String header) {
        String sent = header.substring(header.indexOf(' ') + 1).strip();
        List<String> whole = new ArrayList<>(List.of(sent, sent.replaceFirst("=+$", "")));
        String pair = decoded(sent);
        int colon = pair.indexOf(':');
        List<String> alternatives = new ArrayList<>();
        if (colon >= 0) {
            whole.add(pair);
            String password = pair.substring(colon + 1);
            if (password.length() >= SHORTEST) {
                alternatives.add(BEFORE_WORD + anyForm(password) + "(?!\\w)");
            }
        }
        whole.stream()
                .filter(one -> one.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(EchoedCredentials::anyForm)
                .forEach(alternatives::add);
        return Pattern.compile(
                alternatives.isEmpty() ? "(?!)" : alternatives.stream().collect(Collectors.joining("|")));
    }

    private static String decoded(String sent) {
        try {
            return new String(Base64.getDecoder().decode(sent), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /// The text as it is, or with signs as JSON, an address or HTML may write them.
    private static String anyForm(String text) {
        return text.codePoints()
                .mapToObj(point -> {
                    String one = Character.toString(point);
                    return Character.isLetterOrDigit(point)
                            ? one
                            : "(?:\\\\?%s|\\\\u%04x|%%%02x|&#?\\w{1,6};)".formatted(Pattern.quote(one), point, point);
                })
                .collect(Collectors.joining("", "(?i:", ")"));
    }
}
