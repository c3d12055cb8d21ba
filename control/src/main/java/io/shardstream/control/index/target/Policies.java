package io.shardstream.control.index.target;

import io.shardstream.control.index.StateManagement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which lifecycle policy an index is under, as Elasticsearch and OpenSearch note it in its settings.
public final class Policies {
    private static final List<String> SETTINGS =
            List.of("index.lifecycle.name", StateManagement.POLICY, StateManagement.FORMER_POLICY);

    private Policies() {}

    /// @param setting gives a setting by its full name, or null
    public static Optional<String> of(Function<String, @Nullable String> setting) {
        for (String name : SETTINGS) {
            String policy = setting.apply(name);
            if (policy != null && !policy.isEmpty()) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }
}
