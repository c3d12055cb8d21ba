package io.shardstream.reader.publish;

import io.shardstream.reader.window.DocumentTally;

/// The size of one document as it is estimated for those whose sizes are not known: the larger of the mean of
/// all that were seen and of the mean of the last ones, so that documents that grow in the course of a run
/// are not taken for small ones.
final class MeanSize {
    /// The last ones are about so many to twice as many.
    private static final long LAST = 10_000;

    private DocumentTally all = DocumentTally.NOTHING;
    private DocumentTally last = DocumentTally.NOTHING;

    /// Documents of known sizes.
    void add(DocumentTally more) {
        all = all.plus(more);
        last = last.plus(more);
        while (last.docs() > 2 * LAST) {
            last = new DocumentTally(last.docs() / 2, last.bytes() / 2);
        }
    }

    /// In bytes of `_source`; 0 while none were seen.
    double bytes() {
        return Math.max(mean(all), mean(last));
    }

    private static double mean(DocumentTally tally) {
        return tally.docs() == 0 ? 0 : (double) tally.bytes() / tally.docs();
    }
}
