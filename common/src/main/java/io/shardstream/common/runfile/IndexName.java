package io.shardstream.common.runfile;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the name of one index may be: the rules of Elasticsearch's create-index API, as its documentation
/// lists them (<https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-create>); no
/// pattern, list or date math.
final class IndexName {
    private static final Pattern PATTERN = Pattern.compile("[*?,]|^<.*>$");
    private static final Pattern NOT_IN_INDEX = Pattern.compile("[\\\\/\"<>| #:\\p{Cntrl}]");
    private static final int BYTES = 255;

    private IndexName() {}

    /// The rule that a name breaks, as the end of a sentence that begins with a key; empty for a good name.
    static Optional<String> problem(String name) {
        if (name.isEmpty()) {
            return Optional.of("must not be empty: name one index");
        }
        if (PATTERN.matcher(name).find()) {
            return Optional.of("must be the name of one index, not a pattern, a list or date math");
        }
        if (name.equals(".") || name.equals("..")) {
            return Optional.of("must not be . or .., which no index is called");
        }
        if (name.matches("[-_+].*")) {
            return Optional.of("must not begin with -, _ or +, as the name of no index does");
        }
        Matcher wrong = NOT_IN_INDEX.matcher(name);
        if (wrong.find()) {
            return Optional.of("must not hold " + named(wrong.group()) + ", which no name of an index may");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > BYTES) {
            return Optional.of("must have at most " + BYTES + " bytes in UTF-8, as the names of all indices do");
        }
        return name.equals(name.toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of("must be in lower case, as the names of all indices are");
    }

    private static String named(String character) {
        if (character.equals(" ")) {
            return "a space";
        }
        return Character.isISOControl(character.charAt(0)) ? "a control character" : "'" + character + "'";
    }
}
