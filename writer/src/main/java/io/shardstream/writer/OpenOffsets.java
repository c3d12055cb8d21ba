package io.shardstream.writer;

import io.shardstream.writer.lane.Lane;
import java.util.Collection;

/// How many offsets without a reported outcome the lanes of a writer may have. Their records may be written
/// and gone: what is noted of an offset is small, but it counts where the topic `outcomes` takes nothing for
/// long, and there may be a thousand lanes.
///
/// @param ofOne that one lane may have
/// @param ofAll of all lanes together, from which on each may have an equal part; so that all of them have no
///     more than twice as many, and no lane that gets on has to stand still for those that do not
record OpenOffsets(long ofOne, long ofAll) {
    /// An offset takes 5 to 10 bytes: some 5 MiB for one lane at most, and 10 to 40 MiB for all.
    static final OpenOffsets MOST = new OpenOffsets(1_000_000, 2_000_000);

    /// How many each of these lanes may have now, at least 1.
    long each(Collection<Lane> lanes) {
        long open = 0;
        for (Lane lane : lanes) {
            open += lane.openSpan();
        }
        return open < ofAll ? ofOne : Math.clamp(ofAll / lanes.size(), 1, ofOne);
    }
}
