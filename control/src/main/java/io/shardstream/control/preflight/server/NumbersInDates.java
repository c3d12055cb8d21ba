package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.index.FieldValues;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Dates that documents have as numbers other than milliseconds. In a search Elasticsearch from 8.0 on reads
/// a number as milliseconds (`DateFieldMapper`, its pull request 63692), older ones and OpenSearch by the
/// field's format.
public final class NumbersInDates {
    /// Formats with a name that take a number.
    private static final Set<String> OF_DIGITS = Set.of("epoch_second", "basic_date", "year", "strict_year");

    private static final String MILLISECONDS = "epoch_millis";
    private static final int MOST_NAMED = 5;

    private NumbersInDates() {}

    /// A date whose format does not read milliseconds.
    ///
    /// @param name as searches call it
    /// @param path where documents have its values
    /// @param format as the mapping says it
    public record Field(String name, String path, String format) {}

    /// Whether a search with a number may find other documents in the target.
    public static boolean areReadOtherwise(Server source, Server target) {
        return isKnown(source) && isKnown(target) && areMilliseconds(source) != areMilliseconds(target);
    }

    private static boolean isKnown(Server server) {
        return server.distribution().equals(Server.OPENSEARCH)
                || (server.distribution().equals(Server.ELASTICSEARCH) && server.major() > 0);
    }

    private static boolean areMilliseconds(Server server) {
        return server.distribution().equals(Server.ELASTICSEARCH) && server.major() >= 8;
    }

    /// Those outside of nested documents.
    ///
    /// @param mappings of the source
    public static List<Field> fields(JsonNode mappings) {
        List<Field> fields = new ArrayList<>();
        within("", mappings, fields);
        return List.copyOf(fields);
    }

    private static void within(String above, JsonNode object, List<Field> into) {
        object.path("properties").forEachEntry((name, field) -> {
            String full = above + name;
            take(full, full, field, into);
            field.path("fields").forEachEntry((sub, other) -> take(full + "." + sub, full, other, into));
            if (!field.path("type").asString("").equals("nested")) {
                within(full + ".", field, into);
            }
        });
    }

    private static void take(String name, String path, JsonNode field, List<Field> into) {
        String format = field.path("format").asString("");
        boolean isDate = switch (field.path("type").asString("")) {
            case "date", "date_nanos" -> true;
            default -> false;
        };
        if (isDate && !format.isEmpty() && readsOtherwise(List.of(format.split("\\|\\|")))) {
            into.add(new Field(name, path, format));
        }
    }

    /// Whether a number may be read as something else than milliseconds: a server tries one format after the
    /// other, and those that want a separator do not take a number.
    private static boolean readsOtherwise(List<String> formats) {
        int milliseconds = formats.indexOf(MILLISECONDS);
        return milliseconds < 0
                || formats.subList(0, milliseconds).stream()
                        .anyMatch(format -> OF_DIGITS.contains(format) || format.matches("[yuMdHms]+"));
    }

    /// @param documents of the source
    /// @return empty if none of them has a number in such a field
    public static Optional<Finding> of(List<Field> fields, List<JsonNode> documents, Server source, Server target) {
        List<Field> having = fields.stream()
                .filter(field -> documents.stream().anyMatch(document -> hasNumber(document, field.path())))
                .toList();
        if (having.isEmpty()) {
            return Optional.empty();
        }
        String named = having.stream()
                        .limit(MOST_NAMED)
                        .map(field -> "'" + Printable.of(field.name()) + "' (" + Printable.of(field.format()) + ")")
                        .collect(Collectors.joining(", "))
                + (having.size() > MOST_NAMED ? " and " + (having.size() - MOST_NAMED) + " more" : "");
        Server other = areMilliseconds(source) ? target : source;
        return Optional.of(Finding.warns(
                FindingCode.NUMBERS_IN_DATES,
                "Documents have numbers in dates, which searches with numbers find by the field's format in " + other
                        + ", and as milliseconds in " + (other.equals(source) ? target : source) + ": " + named + ".",
                "Have applications search for such dates by texts before production moves. A cut-over compares searches"
                        + " by such numbers and needs your consent by the field's name (--accept-difference)."));
    }

    private static boolean hasNumber(JsonNode document, String path) {
        List<JsonNode> values = new ArrayList<>();
        FieldValues.of(document, path, values::add);
        return values.stream().anyMatch(JsonNode::isNumber);
    }
}
