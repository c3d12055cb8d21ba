package io.shardstream.workload.compare;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Cuts the raw `_source` bytes out of the answer to a multi-get, by the byte offsets at which a strict
/// parser finds them. A document that is not strict JSON breaks the answer: it must be asked for alone.
final class BodyParser {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1_000_000)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final String SOURCE_NAME = "\"_source\"";

    private final byte[] answer;
    private final JsonParser parser;

    private BodyParser(byte[] answer) {
        this.answer = answer;
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), answer);
    }

    /// The documents of an answer, in its order; those not found are left out.
    ///
    /// @throws JacksonException if the answer is not strict JSON
    static List<Body> parse(byte[] answer) {
        return new BodyParser(answer).docs();
    }

    private List<Body> docs() {
        List<Body> bodies = new ArrayList<>();
        try (parser) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean docs = parser.currentName().equals("docs");
                parser.nextToken();
                if (!docs) {
                    parser.skipChildren();
                    continue;
                }
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    Body body = item();
                    if (body != null) {
                        bodies.add(body);
                    }
                }
            }
            return bodies;
        }
    }

    private @Nullable Body item() {
        String id = "";
        String routing = null;
        long version = 0;
        long seqNo = 0;
        ByteBuffer source = null;
        JsonToken token = parser.nextToken();
        while (token == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            int nameAt = tokenOffset();
            parser.nextToken();
            switch (name) {
                case "_id" -> id = parser.getString();
                case "_routing" -> routing = parser.getString();
                case "_version" -> version = parser.getLongValue();
                case "_seq_no" -> seqNo = parser.getLongValue();
                default -> parser.skipChildren();
            }
            token = parser.nextToken();
            if (name.equals("_source")) {
                source = between(nameAt + SOURCE_NAME.length(), tokenOffset());
            }
        }
        return source == null ? null : new Body(new DocumentId(id, routing), version, seqNo, source);
    }

    /// The bytes between two offsets, of which the first must be the colon's.
    private ByteBuffer between(int colon, int end) {
        if (answer[colon] != ':' || answer[end] != '}') {
            throw new CompareException(
                    "An answer to _mget has an item that does not end with its _source: compare again.");
        }
        return ByteBuffer.wrap(answer, colon + 1, end - colon - 1).slice();
    }

    private int tokenOffset() {
        return Math.toIntExact(parser.currentTokenLocation().getByteOffset());
    }
}
