package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.DocumentJson;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;

/// Documents as an operator has edited them, one JSON object a line: `_id`, `_version` and `_source`, and
/// `_routing` where the document has one. The version says which state was edited; the bytes of `_source` are
/// taken as they are.
///
/// Comments are taken, as servers take them.
///
/// @param path of the file
public record EditedFile(Path path) {
    /// Tells each document with the number of its line, from 1. Lines without anything in them are passed over.
    ///
    /// @throws RunRefusedException if the file cannot be read, could not be read twice, or a line is not such
    ///     an object
    void forEach(BiConsumer<DocRecord, Integer> sink) {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new RunRefusedException(path + " is not a regular file, and what it gives cannot be read twice, as it"
                    + " has to be: write the documents to a file first. Nothing was published.");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
            int number = 0;
            for (byte[] line = line(in); line != null; line = line(in)) {
                number++;
                if (!isBlank(line)) {
                    sink.accept(documentOf(line, number), number);
                }
            }
        } catch (IOException e) {
            throw new RunRefusedException("The file " + path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// That it holds no document.
    RunRefusedException empty() {
        return new RunRefusedException("The file " + path + " holds no document: nothing was published.");
    }

    RunRefusedException wrong(int line, String what) {
        return new RunRefusedException(path + ", line " + line + ": " + what + " Nothing was published.");
    }

    private static byte @Nullable [] line(InputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int one = first; one >= 0 && one != '\n'; one = in.read()) {
            line.write(one);
        }
        return line.toByteArray();
    }

    private static boolean isBlank(byte[] line) {
        for (byte one : line) {
            if (one != ' ' && one != '\t' && one != '\r') {
                return false;
            }
        }
        return true;
    }

    private DocRecord documentOf(byte[] line, int number) {
        String id = "";
        String routing = null;
        long version = -1;
        Bytes source = null;
        Set<String> names = new HashSet<>();
        try (JsonParser parser = DocumentJson.WITH_COMMENTS.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw wrong(number, "it is not a JSON object.");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (!names.add(name)) {
                    throw wrong(number, "it has the field '" + name + "' twice.");
                }
                switch (name) {
                    case "_id" -> id = text(parser, value, name, number);
                    case "_routing" -> routing = text(parser, value, name, number);
                    case "_version" -> version = version(parser, value, number);
                    case "_source" -> source = object(parser, value, line, number);
                    default ->
                        throw wrong(
                                number,
                                "it has the field '" + name + "'; known are _id, _routing, _version and _source.");
                }
            }
            if (parser.nextToken() != null) {
                throw wrong(number, "something follows the JSON object.");
            }
        } catch (StreamConstraintsException e) {
            throw wrong(number, "it has more than " + DocumentJson.LEVELS + " levels.");
        } catch (JacksonException e) {
            throw wrong(number, "it is not JSON (column " + e.getLocation().getColumnNr() + ").");
        }
        if (id.isEmpty() || version < 0 || source == null) {
            throw wrong(number, "_id, _version and _source must be there; 'rejects export' gives them.");
        }
        return new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, source);
    }

    private String text(JsonParser parser, JsonToken value, String name, int number) {
        if (value != JsonToken.VALUE_STRING) {
            throw wrong(number, name + " is not a text.");
        }
        return parser.getString();
    }

    private long version(JsonParser parser, JsonToken value, int number) {
        if (value != JsonToken.VALUE_NUMBER_INT || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw wrong(number, "_version is not a whole number.");
        }
        return parser.getLongValue();
    }

    private Bytes object(JsonParser parser, JsonToken value, byte[] line, int number) {
        if (value != JsonToken.START_OBJECT) {
            throw wrong(number, "_source is not a JSON object.");
        }
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        return Bytes.of(line).slice(from, (int) parser.currentLocation().getByteOffset());
    }
}
