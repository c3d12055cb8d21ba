package io.shardstream.common.runfile;

import java.util.Optional;

/// A text that came from an environment variable or a file. It prints as the reference that the run file holds, such as
/// `${env:PASSWORD}`, and never as what that stands for.
public final class Secret {
    private final String reference;
    private final Optional<String> value;

    /// @param reference what may be printed
    /// @param value what may not
    public Secret(String reference, String value) {
        this(reference, Optional.of(value));
    }

    private Secret(String reference, Optional<String> value) {
        this.reference = reference;
        this.value = value;
    }

    /// A secret that was not looked up, as this process has no use for it.
    static Secret unknown(String reference) {
        return new Secret(reference, Optional.empty());
    }

    /// What the run file says in place of the secret.
    public String reference() {
        return reference;
    }

    /// The secret itself: for the client that sends it, and for nothing that prints or logs.
    ///
    /// @throws IllegalStateException if it was not looked up
    public String reveal() {
        return value.orElseThrow(() -> new IllegalStateException(reference + " was not looked up in this process"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that && reference.equals(that.reference) && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return reference.hashCode();
    }

    @Override
    public String toString() {
        return reference;
    }
}
