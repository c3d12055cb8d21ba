package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.DocumentJson;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;

/// What the simulation of a pipeline shows of one document: where it goes and what it holds, with the bytes of
/// `_source` as they were shown; or why it failed.
///
/// @param error type and shape of the reason, null where it did not fail
record SimulatedDocument(
        @Nullable String index,
        @Nullable String id,
        @Nullable String routing,
        @Nullable Bytes source,
        @Nullable String error) {
    /// A pipeline that drops a document leaves `null` in its place.
    private static final SimulatedDocument DROPPED = new SimulatedDocument(null, null, null, null, null);

    /// Reads an answer of `_simulate`.
    ///
    /// @throws RunRefusedException if it is none
    /// @throws StreamConstraintsException if a document in it has more than [DocumentJson#LEVELS] levels
    static List<SimulatedDocument> all(Bytes answer) {
        byte[] bytes = answer.toArray();
        List<SimulatedDocument> all = new ArrayList<>();
        try (JsonParser parser = DocumentJson.FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw unknown();
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isDocs = parser.currentName().equals("docs");
                if (parser.nextToken() == JsonToken.START_ARRAY && isDocs) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        all.add(one(parser, bytes));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        } catch (StreamConstraintsException e) {
            throw e;
        } catch (JacksonException e) {
            throw unknown();
        }
        return all;
    }

    private static RunRefusedException unknown() {
        return new RunRefusedException("The target answers to the simulation of a pipeline with something else: is it"
                + " Elasticsearch or OpenSearch of a supported version?");
    }

    private static SimulatedDocument one(JsonParser parser, byte[] bytes) {
        SimulatedDocument found = DROPPED;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return found;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("doc") && value == JsonToken.START_OBJECT) {
                found = document(parser, bytes);
            } else if (name.equals("error") && value == JsonToken.START_OBJECT) {
                found = new SimulatedDocument(null, null, null, null, error(parser));
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private static SimulatedDocument document(JsonParser parser, byte[] bytes) {
        String index = null;
        String id = null;
        String routing = null;
        Bytes source = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_STRING) {
                switch (name) {
                    case "_index" -> index = parser.getString();
                    case "_id" -> id = parser.getString();
                    case "_routing" -> routing = parser.getString();
                    default -> {}
                }
            } else if (name.equals("_source") && value == JsonToken.START_OBJECT) {
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                source = Bytes.of(bytes)
                        .slice(from, (int) parser.currentLocation().getByteOffset());
            } else {
                parser.skipChildren();
            }
        }
        return new SimulatedDocument(index, id, routing, source, null);
    }

    private static String error(JsonParser parser) {
        String type = "";
        String reason = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("type") && value == JsonToken.VALUE_STRING) {
                type = parser.getString();
            } else if (name.equals("reason") && value == JsonToken.VALUE_STRING) {
                reason = parser.getString();
            } else {
                parser.skipChildren();
            }
        }
        return type + ": " + ReasonShape.of(reason);
    }

    /// What came of a document. It keeps its place, and its version whatever the pipeline makes of that.
    ///
    /// @param into the index that it was to go to
    /// @param maxBytes the most that a document may hold
    Treatment.Treated of(DocRecord document, String into, long maxBytes) {
        if (error != null) {
            return new Treatment.Treated.Untreated("the pipeline fails: " + error);
        }
        if (source == null) {
            return new Treatment.Treated.Untreated("the pipeline drops it");
        }
        Bytes its = document.routing();
        boolean isMoved = !into.equals(index)
                || !document.id().utf8().equals(id)
                || !Objects.equals(its == null ? null : its.utf8(), routing);
        if (isMoved) {
            return new Treatment.Treated.Untreated("the pipeline changes its _index, _id or _routing");
        }
        if (source.length() > maxBytes) {
            return new Treatment.Treated.Untreated("it is larger than docs.max-document after the pipeline");
        }
        return new Treatment.Treated.Changed(source);
    }
}
