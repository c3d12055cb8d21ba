package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Names of blocks of other runs, of which a cut-over that does not go on has taken some away.
public final class ReturnedNames {
    private static final Logger LOG = LoggerFactory.getLogger(ReturnedNames.class);
    private static final int MOST_TRIES = 3;

    private ReturnedNames() {}

    /// Gives them back to runs that may have set a block of these indices. What cannot be given back is logged.
    public static void giveBack(NamedBlock... blocks) {
        for (NamedBlock block : blocks) {
            Optional<String> why = notReturned(block);
            for (int tries = 1; why.isPresent() && tries < MOST_TRIES; tries++) {
                why = notReturned(block);
            }
            why.ifPresent(reason -> About.index(block.index())
                    .in(LOG.atWarn())
                    .log(
                            "Run {} may have set the write block of '{}', and its name was not given back: {}",
                            block.runsTakenFrom(),
                            block.index(),
                            reason));
        }
    }

    private static Optional<String> notReturned(NamedBlock block) {
        try {
            return block.returned() == OthersNames.Returned.AGAIN
                    ? Optional.of("its names have changed")
                    : Optional.empty();
        } catch (ElasticException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
