package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.PageSize;
import org.jspecify.annotations.Nullable;

/// What was learnt from the answers of one shard and holds for the next questions too, whichever copy they are
/// asked of. Used by one thread at a time.
final class SearchHabits {
    /// Wanted size of an answer with the content of documents.
    private static final long WANTED_BYTES = 4 << 20;

    /// Documents whose content is asked for at once at most.
    private static final int MOST_BODIES = 2000;

    private @Nullable PageSize page;

    private @Nullable Boolean hasNumbersWithPoints;

    private boolean countsValues;

    private long live = Long.MAX_VALUE;

    /// Documents of which numbers may be asked for at once.
    long live(ShardSearch search) {
        return Math.min(live, search.maxHits());
    }

    /// More than this was too much for a node.
    void live(long most) {
        live = most;
    }

    /// How many documents may be asked for at once with their content.
    PageSize page(ShardSearch search) throws ElasticException {
        int most = Math.min(MOST_BODIES, search.maxNamed());
        PageSize known = page;
        PageSize now = known == null ? PageSize.first(most, WANTED_BYTES, search.storedBytes()) : known.within(most);
        page = now;
        return now;
    }

    void page(PageSize learnt) {
        page = learnt;
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
