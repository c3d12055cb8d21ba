package io.shardstream.control.compare.version;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.control.compare.scan.Counted;
import io.shardstream.control.compare.scan.Counting;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A shard with one copy that shows every operation at once, unless it is told to wait for refreshes. Tests put
/// operations between its answers.
public final class MemoryShard implements ScannedShard {
    /// What it holds under an id.
    public record Document(String id, @Nullable String routing, long seqNo, long version, String body) {
        DocumentName name() {
            return new DocumentName(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), seqNo, version);
        }
    }

    private final List<Document> live = new ArrayList<>();
    private final Map<String, Long> tombstones = new HashMap<>();
    private CopyIdentity identity = new CopyIdentity(1, "a1", "u", "h", "p1");
    private int starts = 1;
    private long next;
    private long unsettled;
    Duration mayStand = Duration.ZERO;
    long deletes;
    private long refreshes;
    private long elections;
    private String elected = "";
    private boolean moves;
    int mostBytes = Integer.MAX_VALUE;
    final Set<String> unreturnable = new HashSet<>();
    private Consumer<String> before = _ -> {};
    int maxResultWindow = 10_000;
    private boolean telling;
    boolean mayBeRefreshed = true;
    private boolean waitsForRefreshes;
    boolean tellsNumbers = true;
    boolean findsVersions = true;
    BiFunction<Counting, Counted, Counted> counting = (_, counted) -> counted;
    private List<Document> shown = List.of();

    public void maxResultWindow(int documents) {
        maxResultWindow = documents;
    }

    /// As a client of the source does.
    public long index(String id, String body) {
        return index(id, null, body);
    }

    /// A server keeps one document of an id in a shard, whatever its routing.
    public long index(String id, @Nullable String routing, String body) {
        drop(id);
        return put(id, routing, next, 1, body);
    }

    /// As a client of the source does that gives its own versions.
    public void indexVersioned(String id, long version, String body) {
        indexVersioned(id, null, version, body);
    }

    public void indexVersioned(String id, @Nullable String routing, long version, String body) {
        drop(id);
        put(id, routing, next, version, body);
    }

    /// A document that shares the number of another one, as in an index that was shrunk.
    public void indexAt(long seqNo, String id, @Nullable String routing, String body) {
        live.add(new Document(id, routing, seqNo, 1, body));
        next = Math.max(next, seqNo + 1);
    }

    public void delete(String id) {
        live.removeIf(document -> document.id().equals(id));
        next++;
        deletes++;
    }

    /// As a writer does in the target, by `external_gte`.
    ///
    /// @param body null for a delete
    public void write(String id, @Nullable String routing, long version, @Nullable String body) {
        long held = live.stream()
                .filter(document -> document.id().equals(id))
                .mapToLong(Document::version)
                .findFirst()
                .orElse(tombstones.getOrDefault(id, -1L));
        if (version < held) {
            return;
        }
        drop(id);
        if (body == null) {
            tombstones.put(id, version);
            next++;
        } else {
            tombstones.remove(id);
            put(id, routing, next, version, body);
        }
    }

    /// Without a trace.
    public void drop(String id) {
        live.removeIf(document -> document.id().equals(id));
    }

    /// As after an empty copy was made the primary: numbers begin anew.
    public void empty() {
        live.clear();
        next = 0;
    }

    /// As after an older state of its disk was put back: what was written since is not there, and its numbers
    /// are given out again, in the same term and history.
    public void putBack(long highest) {
        live.removeIf(document -> document.seqNo() > highest);
        next = highest + 1;
    }

    /// What is on its disk.
    public record Disk(List<Document> live, Map<String, Long> tombstones, long next) {}

    /// A copy of its disk, as after the node was stopped.
    public Disk disk() {
        return new Disk(List.copyOf(live), Map.copyOf(tombstones), next);
    }

    /// An older state of its disk is put back, and that of the whole cluster, whose node is started again.
    ///
    /// @param tellsProcess whether the node says in which process it runs
    public void putBackWithCluster(Disk disk, boolean tellsProcess) {
        live.clear();
        live.addAll(disk.live());
        tombstones.clear();
        tombstones.putAll(disk.tombstones());
        next = disk.next();
        refreshes = 0;
        starts++;
        identity = new CopyIdentity(
                identity.term(),
                identity.allocationId(),
                identity.indexUuid(),
                identity.historyUuid(),
                tellsProcess ? "p" + starts : "");
    }

    /// As at the end of `gc_deletes`, or of the node.
    public void forgetTombstones() {
        tombstones.clear();
    }

    private long put(String id, @Nullable String routing, long seqNo, long version, String body) {
        live.add(new Document(id, routing, seqNo, version, body));
        next = seqNo + 1;
        return seqNo;
    }

    /// That many of the last operations are not on all copies.
    public void unsettled(long operations) {
        unsettled = operations;
    }

    /// For how long they may be so although nothing is wrong.
    public void mayStand(Duration time) {
        mayStand = time;
    }

    /// Another copy becomes the primary, and the one that is asked here.
    public void failOver(String historyUuid) {
        elections = 0;
        identity = new CopyIdentity(
                identity.term() + 1, "a" + (identity.term() + 1), identity.indexUuid(), historyUuid, "p" + starts);
    }

    void tell(String call) {
        if (!telling) {
            telling = true;
            try {
                before.accept(call);
            } finally {
                telling = false;
            }
        }
    }

    /// Told the name of each method before it answers, but not of those that it calls itself.
    public void before(Consumer<String> call) {
        before = call;
    }

    /// `id` or `id/routing` to body, as it is now.
    public Map<String, String> documents() {
        Map<String, String> all = new HashMap<>();
        live.forEach(document -> all.put(
                document.routing() == null ? document.id() : document.id() + "/" + document.routing(),
                document.body()));
        return all;
    }

    public long version(String id) {
        return live.stream()
                .filter(document -> document.id().equals(id))
                .findFirst()
                .orElseThrow()
                .version();
    }

    /// The number of a document.
    public long number(String id) {
        return live.stream()
                .filter(document -> document.id().equals(id))
                .findFirst()
                .orElseThrow()
                .seqNo();
    }

    /// The cluster has elected another primary, and the node that is asked here has not heard of it.
    public void cutOff() {
        elections++;
    }

    /// The primary has handed over to another copy in the same term, and the node that is asked here has not
    /// heard of it.
    public void handOver() {
        elected = "handed-over";
    }

    /// The primary is being moved to another node.
    public void move() {
        moves = true;
    }

    /// It has been moved.
    public void arrive() {
        moves = false;
    }

    @Override
    public ElectedPrimary elected() {
        return new ElectedPrimary(
                identity.term() + elections, elected.isEmpty() ? identity.allocationId() : elected, moves);
    }

    @Override
    public ScannedCopy locate() {
        tell("locate");
        return new MemoryCopy(this, identity);
    }

    /// From now on it does not count what it holds, as OpenSearch does not count versions.
    public void refuseCounts() {
        counting = (_, _) -> new Counted.Unknown(Counted.Cause.REFUSED, "Fielddata is not supported");
    }

    /// From now on it says something else than it counts.
    public void counting(BiFunction<Counting, Counted, Counted> said) {
        counting = said;
    }

    /// From now on it does not say which documents have a version.
    public void refuseNumbers() {
        tellsNumbers = false;
    }

    /// From now on it neither counts versions nor says which documents have one, as OpenSearch.
    public void refuseVersions() {
        findsVersions = false;
        tellsNumbers = false;
        counting = (what, counted) -> what instanceof Counting.OfVersions
                ? new Counted.Unknown(Counted.Cause.REFUSED, "Fielddata is not supported")
                : counted;
    }

    public long refreshes() {
        return refreshes;
    }

    /// Longer documents are told and not read from now on.
    public void readUpTo(int bytes) {
        mostBytes = bytes;
    }

    /// From now on it holds this document and cannot return it.
    public void refuseToReturn(String id) {
        unreturnable.add(id);
    }

    /// From now on it refreshes only by itself, see [#refresh()].
    public void refuseRefreshes() {
        mayBeRefreshed = false;
    }

    /// As the shard does by itself.
    public void refresh() {
        refreshes++;
        shown = List.copyOf(live);
    }

    /// From now on searches see what the last refresh showed.
    public void showOnlyRefreshed() {
        shown = List.copyOf(live);
        waitsForRefreshes = true;
    }

    /// Another copy becomes the primary, which has not refreshed since long.
    public void failOverUnrefreshed() {
        failOver(identity.historyUuid());
        waitsForRefreshes = true;
        shown = List.of();
    }

    CopyNumbers copyNumbers() {
        return new CopyNumbers(identity, next - 1 - unsettled, next - 1, refreshes);
    }

    List<Document> visible() {
        return waitsForRefreshes ? shown : live;
    }
}
