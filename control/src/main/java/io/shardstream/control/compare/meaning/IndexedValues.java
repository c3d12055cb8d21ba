package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.meaning.SearchedField.Values;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a server has made of a document's values when it indexed them: searches, sorting and aggregations go
/// by that, and not by the text of `_source`. The same text is another day where a version reads weeks by
/// another calendar (Elasticsearch from 8.16 on), and a number that a client sent as CBOR has other digits
/// than its text.
final class IndexedValues implements SampleQuestion {
    private static final JsonMapper MAPPER = new JsonMapper();
    /// Versions multiply or divide to make the value of a `scaled_float`, which is not the same in the last
    /// digits. A number of 32 bits differs from its text in the eighth digit.
    private static final BigDecimal TOLERANCE = new BigDecimal("1e-12");

    /// In characters; no field of numbers has one of as many digits.
    private static final int LONGEST_NUMBER = 400;

    /// Numbers of 64 bits end at `1e308`.
    private static final int MOST_EXPONENT = 400;

    private static final int MOST_SHOWN = 40;

    /// By field, one that the source has in a document of the sample.
    private final Map<String, JsonNode> some = new TreeMap<>();

    /// Whether both sides have values of a field that can be compared.
    static boolean areComparable(FieldPair field) {
        Values values = field.source().values();
        return values != Values.NONE
                && values != Values.POINTS
                && values == field.target().values();
    }

    /// Below the default of `index.max_docvalue_fields_search`, which is 100.
    @Override
    public int atOnce() {
        return 25;
    }

    @Override
    public List<SideSearch.Found> ask(SideSearch side, List<Bytes> ids, List<FieldPair> fields, boolean inSource)
            throws ElasticException, NotPrimaryException, InterruptedException {
        ArrayNode asked = MAPPER.createArrayNode();
        for (FieldPair field : fields) {
            ObjectNode one = asked.addObject();
            one.put("field", field.name());
            if (field.of(inSource).values() == Values.DATES) {
                // By the field's own format the same text would come back, whatever was indexed.
                one.put("format", "epoch_millis");
            }
        }
        return side.withValues(ids, asked);
    }

    @Override
    public Optional<String> unlike(JsonNode inSource, JsonNode inTarget, int place, FieldPair field) {
        JsonNode here = inSource.path("fields").path(field.name());
        JsonNode there = inTarget.path("fields").path(field.name());
        if (!here.isEmpty()) {
            some.putIfAbsent(field.name(), here.path(0));
        }
        for (int i = 0; i < Math.max(here.size(), there.size()); i++) {
            JsonNode one = here.path(i);
            JsonNode other = there.path(i);
            if (!isSame(one, other, field.source().values())) {
                return Optional.of(shown(one) + ", " + shown(other));
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(JsonNode one, JsonNode other, Values values) {
        if (one.isMissingNode() || other.isMissingNode()) {
            return false;
        }
        String text = one.asString("");
        String others = other.asString("");
        return text.equals(others) || (isOfNumbers(values) && isSameNumber(text, others, values));
    }

    /// Dates come as numbers of milliseconds.
    private static boolean isOfNumbers(Values values) {
        return values == Values.NUMBERS || values == Values.DATES;
    }

    private static boolean isSameNumber(String text, String others, Values values) {
        if (text.length() > LONGEST_NUMBER || others.length() > LONGEST_NUMBER) {
            return false;
        }
        try {
            BigDecimal number = new BigDecimal(text);
            BigDecimal other = new BigDecimal(others);
            if (number.compareTo(other) == 0) {
                return true;
            }
            boolean isExact =
                    values == Values.DATES || number.stripTrailingZeros().scale() <= 0;
            return !isExact && isOfAField(number) && isOfAField(other) && isNear(number, other);
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /// Whether a field of a server can have it. What is far larger or smaller is not computed with: the
    /// difference of `1e999999999` and 1 has a billion digits.
    private static boolean isOfAField(BigDecimal number) {
        return Math.abs(number.precision() - (long) number.scale()) <= MOST_EXPONENT;
    }

    private static boolean isNear(BigDecimal number, BigDecimal other) {
        BigDecimal difference = number.subtract(other).abs();
        return difference.compareTo(number.abs().multiply(TOLERANCE, MathContext.DECIMAL64)) <= 0;
    }

    /// By field, a value that the source has indexed.
    Map<String, JsonNode> some() {
        return Map.copyOf(some);
    }

    /// For people.
    static String shown(JsonNode value) {
        String text = value.isMissingNode() ? "none" : value.asString("");
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
    }
}
