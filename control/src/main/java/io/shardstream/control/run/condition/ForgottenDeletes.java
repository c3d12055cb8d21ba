package io.shardstream.control.run.condition;

import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ServerTime;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.run.block.RunEnd;
import io.shardstream.control.run.block.Sides;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Whether the target remembers deletes for as long as the source, once `index.gc_deletes` is put back to
/// what it was before the run: clients that give versions rely on that, as an older write that comes late is
/// refused for so long only. While the run lasts the target has a longer one, which no comparison of settings
/// counts.
public final class ForgottenDeletes {
    /// `IndexSettings.DEFAULT_GC_DELETES` of both servers.
    private static final String DEFAULT = "60s";

    private ForgottenDeletes() {}

    /// @param originals what the target gets back; empty where a run of an earlier version did not note it
    public static Optional<NoticedDifference> of(Sides sides, Optional<TargetOriginals> originals, Intended intended)
            throws ElasticException {
        if (originals.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> own = RunEnd.ownTombstoneAge(sides);
        String wanted = own.orElse(originals.get().gcDeletes());
        String target = wanted == null ? DEFAULT : wanted;
        Map<String, String> settings = sides.source().settings(sides.sourceIndex());
        String source = settings.getOrDefault(TombstoneAge.SETTING, DEFAULT);
        boolean isIntended = intended.says(TombstoneAge.SETTING, wanted == null ? "" : wanted);
        return isIntended || !isShorter(target, source)
                ? Optional.empty()
                : Optional.of(new NoticedDifference(
                        TombstoneAge.SETTING,
                        TombstoneAge.SETTING + " (" + source + " → " + target + " when the run ends)",
                        false));
    }

    private static boolean isShorter(String target, String source) {
        Optional<Duration> one = ServerTime.parse(target);
        Optional<Duration> other = ServerTime.parse(source);
        return (one.isPresent() && other.isPresent()) ? one.get().compareTo(other.get()) < 0 : !target.equals(source);
    }
}
