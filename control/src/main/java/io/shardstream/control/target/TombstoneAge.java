package io.shardstream.control.target;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.IndexDescription;
import java.util.Collections;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// `index.gc_deletes` of the target: how long it remembers the version of a deleted document. Raised
/// during a run, so that an older copy that arrives late finds the tombstone, and put back at its end.
public final class TombstoneAge {
    public static final String SETTING = "index.gc_deletes";
    private static final String RAISED = "12h";
    private static final int NOT_FOUND = 404;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final ElasticCluster target;
    private final String index;

    /// @param index its name
    public TombstoneAge(ElasticCluster target, String index) {
        this.target = target;
        this.index = index;
    }

    /// Whether it is as a run has raised it, and not as somebody else has set it since.
    public static boolean isRaised(String value) {
        return RAISED.equals(value);
    }

    /// What to put back at the end of a run. A target that a run has made may have been left by it, also where
    /// it is empty, and with a raised value.
    ///
    /// @param found the target as it is before it is raised
    /// @param wanted what a target has that is made anew
    public static @Nullable String original(IndexDescription found, WantedTarget wanted) {
        String now = found.setting(SETTING);
        return TargetMark.in(found.mappings()).isPresent() && RAISED.equals(now) ? wanted.setting(SETTING) : now;
    }

    /// Raises it for a run that goes on. Another process may end the run at that moment, and put it back before it is
    /// raised here: so this asks afterwards whether the run has ended, and puts it back if so. Whoever ends a run
    /// puts it back once more after saying so, in case this asked just too early.
    ///
    /// A request whose answer is lost may be carried out much later, when production writes to the target. So
    /// it goes through the alias by which the run goes on. Where that was taken away, by the fence of a
    /// cut-over or the end of the run, nothing is raised: an earlier process of the run has done so.
    ///
    /// @param underWay that alias; empty in a target that has none any more
    /// @param isEnded asks whether the run has ended
    /// @param original what it was before the run, or null where it was not set
    public void raiseUnless(Optional<String> underWay, BooleanSupplier isEnded, @Nullable String original)
            throws ElasticException {
        if (underWay.isPresent()) {
            Reply reply = put(underWay.get(), RAISED);
            if (reply.status() != NOT_FOUND) {
                reply.orThrow();
            }
        }
        if (isEnded.getAsBoolean()) {
            putBack(original);
        }
    }

    /// @param original what it was before, or null where it was not set
    public void putBack(@Nullable String original) throws ElasticException {
        put(index, original).orThrow();
    }

    private Reply put(String name, @Nullable String value) throws ElasticException {
        byte[] body = MAPPER.writeValueAsBytes(Collections.singletonMap(SETTING, value));
        return target.send(Call.put("/" + Call.encoded(name) + "/_settings", Bytes.of(body)));
    }
}
