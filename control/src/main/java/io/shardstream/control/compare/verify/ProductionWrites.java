package io.shardstream.control.compare.verify;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Visible;
import io.shardstream.control.compare.version.TargetPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// What production has written to the target since a swap: no difference of the run's, and nobody's to judge
/// but production's.
///
/// @param numbers by target shard, the highest of its own sequence numbers at the swap
record ProductionWrites(List<Long> numbers) {
    ProductionWrites {
        numbers = List.copyOf(numbers);
    }

    /// How many operations there were.
    ///
    /// @param shown by target shard, what its searches show
    long operations(List<Visible> shown) {
        return IntStream.range(0, numbers.size())
                .mapToLong(shard -> operations(shown, shard))
                .sum();
    }

    private long operations(List<Visible> shown, int shard) {
        return Math.max(0, shown.get(shard).highest() - numbers.get(shard));
    }

    /// Those that are the run's. What is not in the target any more may have been deleted there by
    /// production, if its shard has had an operation since: no server tells of a delete which document it
    /// was.
    List<DocumentDifference> ofTheRun(Judgement judgement, List<DocumentDifference> some)
            throws ElasticException, NotPrimaryException, InterruptedException {
        TargetPlaces places = judgement.places();
        List<DocumentKey> documents =
                some.stream().map(DocumentDifference::document).toList();
        Map<DocumentKey, DocumentName> held = places.findNow(documents);
        List<DocumentDifference> left = new ArrayList<>();
        for (DocumentDifference one : some) {
            DocumentName name = held.get(one.document());
            int shard = places.shardOf(one.document());
            boolean isProductions =
                    name == null ? operations(judgement.shown(), shard) > 0 : name.seqNo() > numbers.get(shard);
            if (!isProductions) {
                left.add(one);
            }
        }
        return left;
    }
}
