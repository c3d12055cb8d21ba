package io.shardstream.control.target;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.Collections;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// `index.gc_deletes` of the target: how long it remembers the version of a deleted document. Raised
/// during a run, so that an older copy that arrives late finds the tombstone, and put back at its end.
public final class TombstoneAge {
    public static final String SETTING = "index.gc_deletes";
    private static final String RAISED = "12h";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final ElasticCluster target;
    private final String index;

    public TombstoneAge(ElasticCluster target, String index) {
        this.target = target;
        this.index = index;
    }

    /// What to put back at the end of a run whose target another run may have left with a raised value.
    ///
    /// @param now what the target has
    /// @param wanted what a target has that is made anew
    public static @Nullable String original(@Nullable String now, @Nullable String wanted) {
        return RAISED.equals(now) ? wanted : now;
    }

    private void raise() throws ElasticException {
        set(RAISED);
    }

    /// Raises it for a run that goes on. Another process may end the run at that moment, and put it back before it is
    /// raised here: so this asks afterwards whether the run has ended, and puts it back if so. Whoever ends a run
    /// puts it back once more after saying so, in case this asked just too early.
    ///
    /// @param original what it was before the run, or null where it was not set
    /// @param isEnded asks whether the run has ended
    public void raiseUnless(BooleanSupplier isEnded, @Nullable String original) throws ElasticException {
        raise();
        if (isEnded.getAsBoolean()) {
            putBack(original);
        }
    }

    /// @param original what it was before, or null where it was not set
    public void putBack(@Nullable String original) throws ElasticException {
        set(original);
    }

    private void set(@Nullable String value) throws ElasticException {
        byte[] body = MAPPER.writeValueAsBytes(Collections.singletonMap(SETTING, value));
        target.send(Call.put("/" + Call.encoded(index) + "/_settings", Bytes.of(body)))
                .orThrow();
    }
}
