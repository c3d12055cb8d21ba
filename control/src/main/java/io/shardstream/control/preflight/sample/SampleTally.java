package io.shardstream.control.preflight.sample;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.shard.page.Hit;
import java.util.ArrayList;
import java.util.List;

/// Counts what lanes have read, and what was refused.
final class SampleTally {
    private final List<RefusedDocument> refusals = new ArrayList<>();
    private long documents;
    private long bytes;
    private long largest;
    private String largestId = "";

    synchronized void read(List<Hit> hits) {
        documents += hits.size();
        for (Hit hit : hits) {
            long size = hit.source() == null ? 0 : hit.source().length();
            bytes += size;
            if (size > largest) {
                largest = size;
                largestId = Printable.of(hit.id().utf8());
            }
        }
    }

    synchronized void refused(List<RefusedDocument> some) {
        refusals.addAll(some);
    }

    synchronized long documents() {
        return documents;
    }

    synchronized SampleResult sample(SampleRounds rounds, int lanes, boolean wrote, long passedOver) {
        return new SampleResult(
                documents,
                bytes,
                largest,
                largestId,
                rounds.cost(),
                rounds.areSettled(),
                lanes,
                wrote,
                passedOver,
                refusals);
    }
}
