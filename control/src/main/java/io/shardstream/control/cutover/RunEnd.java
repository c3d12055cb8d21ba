package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.TargetOriginals;
import io.shardstream.control.controller.Term;
import io.shardstream.control.target.TombstoneAge;

/// Gives the target the settings back that it had before the run.
final class RunEnd {
    private RunEnd() {}

    static void putBack(Term term, Sides sides) throws ElasticException {
        String original = term.read(TargetOriginals.KEY, TargetOriginals::decode)
                .map(TargetOriginals::gcDeletes)
                .orElse(null);
        sides.set(TombstoneAge.SETTING, original);
    }
}
