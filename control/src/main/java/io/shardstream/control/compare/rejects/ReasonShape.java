package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Printable;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A reason for a reject without what is of its one document: the same mistake in two documents has one
/// shape, and no value of a document is in it, as far as servers quote values where they are known to.
///
/// Names of fields and types stay. Everything else in quotes or brackets becomes `…`, and numbers become `#`.
public final class ReasonShape {
    private static final int MOST_READ = 2000;
    private static final int MOST_SHOWN = 160;

    /// What follows quotes the document, with whatever quotes and brackets the value has in it.
    private static final Pattern QUOTATION = Pattern.compile("(?i)(Preview of field's value:|\\[Source:).*");

    /// Quotes around words; an apostrophe within a word is none.
    private static final Pattern QUOTED = Pattern.compile("(?<![\\p{L}\\p{N}])(['\"]).*?\\1(?![\\p{L}\\p{N}])");

    /// Brackets, with others in them, and the word that says that they name something; `date field [x]` and
    /// `value [x]` quote a value.
    private static final Pattern BRACKETS =
            Pattern.compile("(?<name>(?<!date )\\bfield|\\btype|\\bmapper|\\bmapping for"
                    + "|\\bintroduction of|\\bwithin)?(?<gap> ?)\\[(?:[^\\[\\]]++|\\[[^\\[\\]]*+\\])*+\\]");

    /// Of these brackets those that name a field.
    private static final Pattern FIELD =
            Pattern.compile("(?:(?<!date )\\bfield|\\bmapper|\\bmapping for|\\bintroduction of) ?\\[([^\\[\\]]++)\\]");

    private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\p{N}_.])\\d+([.,]\\d+)*");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private ReasonShape() {}

    /// One line of at most 160 characters.
    public static String of(String reason) {
        String shape = withoutQuotations(reason);
        shape = BRACKETS.matcher(shape).replaceAll(ReasonShape::bracket);
        shape = NUMBER.matcher(shape).replaceAll("#").strip();
        return Printable.of(shape.length() > MOST_SHOWN ? start(shape, MOST_SHOWN - 1) + "…" : shape);
    }

    /// The fields that it names, as it names them: of one in an object it may say its own name only.
    public static Set<String> fields(String reason) {
        return FIELD.matcher(withoutQuotations(reason))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String withoutQuotations(String reason) {
        String read = SPACES.matcher(start(reason, MOST_READ)).replaceAll(" ");
        String shape = QUOTATION.matcher(read).replaceFirst("$1 …");
        return QUOTED.matcher(shape).replaceAll("$1…$1");
    }

    private static String bracket(MatchResult found) {
        String kept = found.group("name") == null ? found.group("gap") + "[…]" : found.group();
        return Matcher.quoteReplacement(kept);
    }

    private static String start(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
