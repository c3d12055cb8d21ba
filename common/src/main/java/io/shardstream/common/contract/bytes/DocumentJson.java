package io.shardstream.common.contract.bytes;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// JSON that may hold somebody's documents, or quote them: names, numbers and texts in it are as long as
/// servers take them, where the library's own limits are narrower (500 levels, names of 50,000 characters,
/// numbers of 1,000).
public final class DocumentJson {
    /// How deep it may be. Elasticsearch 8 and later take 1,000 levels, earlier ones as many as their stack
    /// holds.
    public static final int LEVELS = 10_000;

    /// Reads with these limits.
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(LEVELS)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /// Takes comments, too, as servers take them in documents.
    public static final JsonFactory WITH_COMMENTS =
            FACTORY.rebuild().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

    private DocumentJson() {}
}
