package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.state.lanes.Lanes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Publishes rejected states as they lie in the rejects topic, or as a treatment has changed them.
///
/// The topic is read once for the versions and once for the bytes; every chosen document is kept in memory by
/// id.
public final class Replay implements Republication {
    private static final long MOST_TREATED_BYTES = 4 << 20;
    private static final int MOST_TREATED = 1000;

    private final Lanes lanes;
    private final @Nullable Treatment treatment;
    private final NewestRejects newest;
    private final Republishing republishing;
    private final List<DocRecord> untreated = new ArrayList<>();
    private final Set<DocumentKey> seen = new HashSet<>();
    private final Map<String, Long> refusals = new TreeMap<>();
    private long untreatedBytes;

    /// @param living asked before anything is published, which of it the source still has
    /// @param permission asked before anything is published, again and again: throws when that may not be any
    ///     more
    public Replay(Lanes lanes, Choice choice, LivingStates living, Runnable permission) {
        this(lanes, choice, living, permission, null);
    }

    /// @param treatment changes what documents hold; null for one that publishes them as they were rejected
    public Replay(Lanes lanes, Choice choice, LivingStates living, Runnable permission, @Nullable Treatment treatment) {
        this.lanes = lanes;
        this.treatment = treatment;
        this.newest = NewestRejects.of(lanes.state(), choice);
        this.republishing = new Republishing(lanes, newest, living, permission);
    }

    @Override
    public void publish() {
        lanes.forEachReject(newest::add);
        newest.choose();
        lanes.forEachReject((one, _) -> {
            if (one instanceof Reject reject) {
                add(reject);
            }
        });
        treat();
        republishing.send();
    }

    @Override
    public long published() {
        return republishing.published();
    }

    @Override
    public Set<DocumentKey> documents() {
        return republishing.documents();
    }

    @Override
    public long bytes() {
        return republishing.bytes();
    }

    @Override
    public long withoutBody() {
        return (long) newest.size() - seen.size();
    }

    @Override
    public Map<String, Long> refusals() {
        Map<String, Long> all = new TreeMap<>(refusals);
        republishing.givenUp().forEach((why, count) -> all.merge(why, count, Long::sum));
        return all;
    }

    @Override
    public long rejectedAgain() {
        return republishing.rejectedAgain();
    }

    private void add(Reject reject) {
        DocRecord document = reject.document();
        if (!newest.isLast(reject) || !seen.add(NewestRejects.keyOf(document))) {
            return;
        }
        if (treatment == null || document.source() == null) {
            republishing.add(document);
            return;
        }
        untreated.add(document);
        untreatedBytes += document.size();
        if (untreatedBytes > MOST_TREATED_BYTES || untreated.size() == MOST_TREATED) {
            treat();
        }
    }

    private void treat() {
        if (treatment == null || untreated.isEmpty()) {
            return;
        }
        List<Treatment.Treated> treated = treatment.of(List.copyOf(untreated));
        for (int i = 0; i < untreated.size(); i++) {
            DocRecord document = untreated.get(i);
            switch (treated.get(i)) {
                case Treatment.Treated.Changed(var source) ->
                    republishing.addReplaced(
                            new DocRecord(document.id(), document.routing(), document.version(), source),
                            treatment.name());
                case Treatment.Treated.Untreated(String why) -> refusals.merge(why, 1L, Long::sum);
            }
        }
        untreated.clear();
        untreatedBytes = 0;
    }
}
