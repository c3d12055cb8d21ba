package io.shardstream.common.runfile;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A text that came from an environment variable or a file. It prints as the reference that the run file holds, such as
/// `${env:PASSWORD}`, and never as what that stands for.
public final class Secret {
    private final String reference;
    private final Supplier<Optional<String>> value;

    /// @param reference what may be printed
    /// @param value what may not
    public Secret(String reference, String value) {
        this(reference, () -> Optional.of(value));
    }

    private Secret(String reference, Supplier<Optional<String>> value) {
        this.reference = reference;
        this.value = value;
    }

    /// A secret that was not looked up, as this process has no use for it.
    static Secret unknown(String reference) {
        return new Secret(reference, Optional::empty);
    }

    /// A secret that may change while the process works.
    ///
    /// @param value what it is at the time
    public static Secret renewed(String reference, Supplier<String> value) {
        return new Secret(reference, () -> Optional.of(value.get()));
    }

    /// The same under another name, with something made of each value.
    Secret as(String otherReference, UnaryOperator<String> made) {
        return new Secret(otherReference, () -> value.get().map(made));
    }

    /// What the run file says in place of the secret.
    public String reference() {
        return reference;
    }

    /// Whether it was looked up.
    public boolean isKnown() {
        return value.get().isPresent();
    }

    /// The secret itself, as it is now: for the client that sends it, and for nothing that prints or logs.
    ///
    /// @throws IllegalStateException if it was not looked up
    public String reveal() {
        return value.get()
                .orElseThrow(() -> new IllegalStateException(reference + " was not looked up in this process"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that
                && reference.equals(that.reference)
                && value.get().equals(that.value.get());
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
