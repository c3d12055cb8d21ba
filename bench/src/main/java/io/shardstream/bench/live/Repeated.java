package io.shardstream.bench.live;

import io.shardstream.common.contract.record.Outcome;
import java.util.List;

/// What a copy did more often than once.
///
/// @param read records in the docs topic beyond the documents that there are
/// @param outcomes records of which it was said more than once what became of them
/// @param superseded records for which the target had something newer already
/// @param written documents that the target was given and took beyond those that there are
record Repeated(long read, long outcomes, long superseded, long written) {
    /// @param documents that there are
    /// @param records in the docs topic, each of which has an outcome
    /// @param said all outcomes
    /// @param taken documents that the target was given and took
    static Repeated of(long documents, long records, List<Outcome> said, long taken) {
        long told = said.stream().mapToLong(one -> one.to() - one.from()).sum();
        long superseded = said.stream().mapToLong(Outcome::superseded).sum();
        return new Repeated(records - documents, told - records, superseded, taken - documents);
    }

    @Override
    public String toString() {
        return "again: %,d read, %,d written, %,d outcomes told, %,d superseded"
                .formatted(read, written, outcomes, superseded);
    }
}
