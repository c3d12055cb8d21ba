package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.ServerTime;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.IndexDescription;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `index.gc_deletes` of the target: how long it remembers the version of a deleted document. Raised
/// during a run, so that an older copy that arrives late finds the tombstone, and put back at its end.
public final class TombstoneAge {
    private static final Logger LOG = LoggerFactory.getLogger(TombstoneAge.class);
    public static final String SETTING = "index.gc_deletes";
    private static final String RAISED = "12h";
    /// Where deletes fill the memory of nodes: about what servers do by themselves, and a value that nobody
    /// sets.
    private static final String LOWERED = "61s";
    private static final Duration LONG_ENOUGH = Duration.ofHours(12);
    private static final JsonMapper MAPPER = new JsonMapper();

    private final ElasticCluster target;
    private final String index;

    /// @param index its name
    public TombstoneAge(ElasticCluster target, String index) {
        this.target = target;
        this.index = index;
    }

    /// Whether it is as a run has set it, and not as somebody else has since.
    public static boolean isOfRun(String value) {
        return value.equals(RAISED) || value.equals(LOWERED);
    }

    /// What to put back at the end of a run. A target that a run has made may have been left by it, also where
    /// it is empty, and with a raised value.
    ///
    /// @param found the target as it is before it is raised
    /// @param wanted what a target has that is made anew
    public static @Nullable String original(IndexDescription found, WantedTarget wanted) {
        String now = found.setting(SETTING);
        return TargetMark.in(found.mappings()).isPresent() && now != null && isOfRun(now)
                ? wanted.setting(SETTING)
                : now;
    }

    /// Raises it for a run that goes on. Another process may end the run at that moment, and put it back
    /// before it is raised here: so this asks afterwards whether the run has ended, and puts it back if so.
    /// Whoever ends a run puts it back once more after saying so, in case this asked just too early.
    ///
    /// A request whose answer is lost may be carried out much later, when production writes to the target. So
    /// it goes through the alias by which the run goes on. Where that was taken away, by the fence of a
    /// cut-over or the end of the run, nothing is raised: an earlier process of the run has done so.
    ///
    /// A longer one stays, whoever has set it, and is what it is raised to where the target had it before the
    /// run. A shorter one does not stay: late copies of older states would bring back what was deleted.
    ///
    /// @param underWay that alias; empty in a target that has none any more
    /// @param isEnded asks whether the run has ended
    /// @param original what it was before the run, or null where it was not set
    public void raiseUnless(Optional<String> underWay, BooleanSupplier isEnded, @Nullable String original)
            throws ElasticException {
        if (underWay.isPresent() && !isLongEnough(original)) {
            Reply reply = put(underWay.get(), wanted(original));
            if (!reply.isOfNoIndex()) {
                Acknowledged.require(reply);
            }
        }
        if (isEnded.getAsBoolean()) {
            putBack(original);
        }
    }

    private boolean isLongEnough(@Nullable String original) throws ElasticException {
        Optional<String> own = own();
        boolean isLonger = own.filter(TombstoneAge::isLonger).isPresent();
        if (!isLonger && own.filter(value -> !value.equals(original)).isPresent()) {
            LOG.warn(
                    "Somebody has set {} of target index '{}' to {} while the run works. The run sets it to {} again,"
                            + " so that no late copy brings back what was deleted: set it once more when the run has"
                            + " ended",
                    SETTING,
                    index,
                    own.get(),
                    wanted(original));
        }
        return isLonger;
    }

    /// What the target is to have while the run goes on.
    private static String wanted(@Nullable String original) {
        return original != null && isLonger(original) ? original : RAISED;
    }

    /// Than what a run sets.
    private static boolean isLonger(String value) {
        return ServerTime.parse(value)
                .filter(age -> age.compareTo(LONG_ENOUGH) > 0)
                .isPresent();
    }

    /// Has the target forget deletes sooner than the run meant it to, as long as that goes on, also where the
    /// target had a longer one before the run. What somebody has set since then stays.
    ///
    /// @param underWay the alias by which the run goes on
    /// @param original what it was before the run, or null where it was not set
    /// @return whether it does so now, and did not before
    boolean lower(String underWay, @Nullable String original) throws ElasticException {
        String wanted = wanted(original);
        if (value().filter(value -> value.equals(RAISED) || value.equals(wanted))
                .isEmpty()) {
            return false;
        }
        Reply reply = put(underWay, LOWERED);
        if (reply.isOfNoIndex()) {
            return false;
        }
        Acknowledged.require(reply);
        return true;
    }

    /// What somebody has set; empty if it is as a run has set it, or not set.
    private Optional<String> own() throws ElasticException {
        return value().filter(text -> !isOfRun(text));
    }

    /// Empty where it is not set.
    private Optional<String> value() throws ElasticException {
        Reply reply =
                target.send(Call.get("/" + Call.encoded(index) + "/_settings").with("flat_settings", "true"));
        if (reply.isOfNoIndex()) {
            return Optional.empty();
        }
        JsonNode settings = reply.orThrow().json().path(index).path("settings");
        if (!settings.isObject()) {
            throw new ElasticException.Malformed(
                    "The " + target.name() + " does not tell the settings of '" + index + "'");
        }
        return Optional.of(settings.path(SETTING).asString("")).filter(text -> !text.isEmpty());
    }

    /// What somebody has set since a run raised it stays.
    ///
    /// @param original what it was before, or null where it was not set
    public void putBack(@Nullable String original) throws ElasticException {
        Optional<String> own = own();
        if (own.isEmpty()) {
            Acknowledged.require(put(index, original));
        } else if (!own.get().equals(original)) {
            LOG.info(
                    "{} of target index '{}' stays {}, as somebody has set it while the run worked",
                    SETTING,
                    index,
                    own.get());
        }
    }

    private Reply put(String name, @Nullable String value) throws ElasticException {
        byte[] body = MAPPER.writeValueAsBytes(Collections.singletonMap(SETTING, value));
        return target.send(Call.put("/" + Call.encoded(name) + "/_settings", Bytes.of(body)));
    }
}
