package io.shardstream.control.scan;

import io.shardstream.common.elastic.ElasticException;
import org.jspecify.annotations.Nullable;

/// What was learnt from the answers of one shard and holds for the next questions too, whichever copy they are
/// asked of. Used by one thread at a time.
final class SearchHabits {
    /// Documents whose content is asked for at once: a first guess; what does not fit is asked for again in
    /// halves.
    private int bodies = 500;

    private @Nullable Boolean hasNumbersWithPoints;

    private boolean countsValues;

    int bodies() {
        return bodies;
    }

    void bodies(int atOnce) {
        bodies = atOnce;
    }

    /// Whether some documents count for several (`_doc_count`), so that values are counted in their place.
    boolean countsValues() {
        return countsValues;
    }

    void countsValues(boolean it) {
        countsValues = it;
    }

    /// It is a setting that an index has for its life.
    boolean hasNumbersWithPoints(ShardSearch search) throws ElasticException {
        Boolean known = hasNumbersWithPoints;
        if (known == null) {
            known = search.hasNumbersWithPoints();
            hasNumbersWithPoints = known;
        }
        return known;
    }
}
