package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.VersionWord;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What one value of a reject must be, as people write it: `field=age`.
///
/// @param what of a reject is compared
/// @param value that it must have, all of it
public record RejectCondition(What what, String value) {
    private static final String YES = "yes";
    private static final String NO = "no";

    /// What of a reject can be compared.
    public enum What {
        /// The document's `_id`.
        ID,
        /// Its routing, empty for none.
        ROUTING,
        /// The error type.
        TYPE,
        /// The reason as a list of rejects shows it.
        REASON,
        /// A field that the reason names.
        FIELD,
        /// The number of the source shard, where versions say it.
        SHARD,
        /// Whether the document lies in Kafka with its bytes.
        BODY;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param text such as `field=age`; a value may have `=` in it
    /// @throws IllegalArgumentException with the sentence that says what is wrong
    public static RejectCondition of(String text) {
        int sign = text.indexOf('=');
        String name = sign < 0 ? text : text.substring(0, sign);
        What what = Arrays.stream(What.values())
                .filter(one -> sign >= 0 && one.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--where must be <name>=<value> with the name "
                        + Arrays.stream(What.values()).map(What::label).collect(Collectors.joining(", ")) + ", got "
                        + text));
        return new RejectCondition(what, text.substring(sign + 1)).checked();
    }

    private RejectCondition checked() {
        boolean isRight = switch (what) {
            case ID, ROUTING, TYPE, REASON, FIELD -> true;
            case SHARD -> value.matches("\\d{1,4}");
            case BODY -> value.equals(YES) || value.equals(NO);
        };
        if (!isRight) {
            throw new IllegalArgumentException("--where " + what.label() + " must be "
                    + (what == What.BODY ? "yes or no" : "the number of a source shard") + ", got " + value);
        }
        return this;
    }

    /// Whether the versions of the run's documents must say their source shard.
    public boolean needsShard() {
        return what == What.SHARD;
    }

    public boolean holds(Reject reject) {
        return switch (what) {
            case ID -> reject.document().id().utf8().equals(value);
            case ROUTING -> routing(reject.document().routing()).equals(value);
            case TYPE -> reject.type().equals(value);
            case REASON -> ReasonShape.of(reject.reason()).equals(value);
            case FIELD -> ReasonShape.fields(reject.reason()).contains(value);
            case SHARD -> shard(reject.document().version()).equals(Optional.of(Integer.valueOf(value)));
            case BODY -> reject.hasBody() == value.equals(YES);
        };
    }

    private static String routing(@Nullable Bytes routing) {
        return routing == null ? "" : routing.utf8();
    }

    private static Optional<Integer> shard(long version) {
        return VersionWord.isForeign(version, VersionWord.MAX_SOURCE_SHARDS)
                ? Optional.empty()
                : Optional.of(VersionWord.of(version).sourceShard());
    }

    @Override
    public String toString() {
        return what.label() + "=" + value;
    }
}
