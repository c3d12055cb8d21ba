package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.UnreadablePageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds out what documents are called, some thousand at once.
final class NameSearch {
    private static final int AT_ONCE = 1000;

    private final ShardSearch search;

    NameSearch(ShardSearch search) {
        this.search = search;
    }

    List<DocumentName> named(Collection<Long> seqNos) throws ElasticException {
        return inPortions(List.copyOf(seqNos), NameSearch::addNumbers);
    }

    List<DocumentName> withIds(Collection<Bytes> ids) throws ElasticException {
        return inPortions(List.copyOf(ids), NameSearch::addIds);
    }

    static void addNumbers(ArrayNode filters, List<Long> seqNos) {
        ArrayNode terms = filters.addObject().putObject("terms").putArray("_seq_no");
        seqNos.forEach(terms::add);
    }

    static void addIds(ArrayNode filters, List<Bytes> ids) {
        ArrayNode values = filters.addObject().putObject("ids").putArray("values");
        ids.forEach(id -> values.add(id.utf8()));
    }

    private <T> List<DocumentName> inPortions(List<T> keys, BiConsumer<ArrayNode, List<T>> filter)
            throws ElasticException {
        List<DocumentName> names = new ArrayList<>();
        int portion = Math.min(AT_ONCE, search.maxNamed());
        for (int from = 0; from < keys.size(); from += portion) {
            find(keys.subList(from, Math.min(keys.size(), from + portion)), filter, names);
        }
        return names;
    }

    <T> List<DocumentName> find(List<T> keys, BiConsumer<ArrayNode, List<T>> filter) throws ElasticException {
        List<DocumentName> names = new ArrayList<>();
        find(keys, filter, names);
        return names;
    }

    /// In an index that was shrunk there may be more documents than numbers or ids.
    private <T> void find(List<T> keys, BiConsumer<ArrayNode, List<T>> filter, List<DocumentName> names)
            throws ElasticException {
        ObjectNode body = ShardSearch.numbersBody(search.maxHits()).put("_source", false);
        filter.accept(ShardSearch.filtersOf(body), keys);
        try {
            Page page = PageScanner.scan(search.send(search.search(body).withMaxResponse(ShardSearch.NAMES_RESPONSE))
                    .orThrow()
                    .body());
            if (search.isComplete(page, page.hits().size())) {
                for (Hit hit : page.hits()) {
                    names.add(nameOf(hit));
                }
            } else if (keys.size() == 1) {
                throw new ElasticException.TooLarge("More documents of " + search.index()
                        + " have one number or id than one search may return (index.max_result_window)");
            } else {
                int half = keys.size() / 2;
                find(keys.subList(0, half), filter, names);
                find(keys.subList(half, keys.size()), filter, names);
            }
        } catch (UnreadablePageException e) {
            throw search.unclear(e.getMessage());
        }
    }

    /// The name of a document that was asked for with its version.
    ///
    /// @throws ElasticException.Malformed if it is told without one, which is not to be taken for an older
    ///     version
    DocumentName nameOf(Hit hit) throws ElasticException.Malformed {
        if (hit.version() == Hit.NO_VERSION) {
            throw search.unclear("a document has no version");
        }
        return new DocumentName(hit.id(), hit.routing(), hit.seqNo(), hit.version());
    }
}
