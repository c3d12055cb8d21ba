package io.shardstream.common.runfile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/// Reads YAML into nodes with their lines. Keys that come twice are reported, the first of them is kept; aliases are
/// reported, as Jackson does not follow them.
final class NodeReader {
    private static final Pattern PLACE = Pattern.compile("(?m)^ in reader, line (\\d{1,9}), column (\\d{1,9}):");

    private final YAMLParser parser;
    private final Problems problems;

    private NodeReader(YAMLParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /// The text's only document; empty if there is none or it is not YAML, which is reported.
    static Optional<Node> read(String yaml, Problems problems) {
        try (YAMLParser parser = (YAMLParser) new YAMLFactory().createParser(ObjectReadContext.empty(), yaml)) {
            if (parser.nextToken() == null) {
                problems.add(0, "is empty: a run file needs at least run, kafka, source and target");
                return Optional.empty();
            }
            Node node = new NodeReader(parser, problems).value("");
            if (parser.nextToken() != null) {
                problems.add(line(parser), "holds a second document: a run file is one");
            }
            return Optional.of(node);
        } catch (JacksonException e) {
            // Its message quotes the text, which may hold a secret.
            report(e, problems);
            return Optional.empty();
        }
    }

    private Node value(String path) {
        int line = line(parser);
        if (parser.isCurrentAlias()) {
            problems.add(line, path, "is a YAML alias, which a run file may not use");
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> mapping(path, line);
            case START_ARRAY -> sequence(path, line);
            case VALUE_TRUE, VALUE_FALSE ->
                scalar(line, JsonNodeFactory.instance.booleanNode(token == JsonToken.VALUE_TRUE));
            case VALUE_NULL -> new Node.Scalar(line, "", JsonNodeFactory.instance.nullNode());
            case VALUE_NUMBER_INT -> scalar(line, integer(parser.getBigIntegerValue()));
            case VALUE_NUMBER_FLOAT -> scalar(line, number());
            case VALUE_STRING -> scalar(line, JsonNodeFactory.instance.stringNode(parser.getString()));
            case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE, PROPERTY_NAME, END_OBJECT, END_ARRAY -> {
                problems.add(line, path, "is of a YAML type that a run file may not use");
                yield new Node.Scalar(line, "", JsonNodeFactory.instance.nullNode());
            }
        };
    }

    private Node.Scalar scalar(int line, JsonNode json) {
        return new Node.Scalar(line, parser.getString(), json);
    }

    private static JsonNode integer(BigInteger value) {
        if (value.bitLength() < Integer.SIZE) {
            return JsonNodeFactory.instance.numberNode(value.intValue());
        }
        return value.bitLength() < Long.SIZE
                ? JsonNodeFactory.instance.numberNode(value.longValue())
                : JsonNodeFactory.instance.numberNode(value);
    }

    private JsonNode number() {
        return parser.isNaN()
                ? JsonNodeFactory.instance.stringNode(parser.getString())
                : JsonNodeFactory.instance.numberNode(parser.getDecimalValue());
    }

    private Node mapping(String path, int line) {
        Map<String, Node.Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            int keyLine = line(parser);
            String key = parser.currentName();
            parser.nextToken();
            String keyPath = path.isEmpty() ? key : path + "." + key;
            Node value = value(keyPath);
            Node.Entry earlier = entries.putIfAbsent(key, new Node.Entry(keyLine, value));
            if (earlier != null) {
                problems.add(keyLine, keyPath, "is given twice, first on line " + earlier.line());
            }
        }
        return new Node.Mapping(line, entries);
    }

    private Node sequence(String path, int line) {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(path + "[" + (items.size() + 1) + "]"));
        }
        return new Node.Sequence(line, items);
    }

    private static int line(YAMLParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    /// The place where the reading stopped, from 1: the last one that snakeyaml's message names. Jackson's
    /// own is where the token before it ended.
    private static void report(JacksonException e, Problems problems) {
        List<MatchResult> places =
                PLACE.matcher(String.valueOf(e.getOriginalMessage())).results().toList();
        if (places.isEmpty()) {
            TokenStreamLocation place = e.getLocation();
            problems.add(place == null ? 0 : Math.max(0, place.getLineNr()), "is not valid YAML");
        } else {
            MatchResult last = places.getLast();
            String why = e.getOriginalMessage().contains("(TAB)") ? ": YAML is not indented with tabs" : "";
            problems.add(Integer.parseInt(last.group(1)), "is not valid YAML, see column " + last.group(2) + why);
        }
    }
}
