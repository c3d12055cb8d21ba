package io.shardstream.common.http;

import io.shardstream.common.runfile.Secret;
import java.net.InetSocketAddress;
import java.util.Optional;

/// Where a process answers, and what token lets others than this machine ask, and anyone change something.
///
/// @param address a loopback address, or any with a token; port 0 for any that is free
/// @param token at least [#SHORTEST_TOKEN] characters; empty for none: then nothing can be changed over HTTP
public record Listening(InetSocketAddress address, Optional<Secret> token) {
    /// The environment variable that holds the token.
    public static final String TOKEN_VARIABLE = "SHARDSTREAM_HTTP_TOKEN";

    public static final int SHORTEST_TOKEN = 16;

    /// @throws IllegalArgumentException if it would let everyone ask, or the token can be guessed
    public Listening {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("nobody knows the address of " + address.getHostString());
        }
        if (token.isEmpty() && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("others reach " + address.getHostString() + " too, so there must be a"
                    + " token in the environment variable " + TOKEN_VARIABLE);
        }
        token.ifPresent(secret -> {
            if (secret.reveal().length() < SHORTEST_TOKEN) {
                throw new IllegalArgumentException("the token " + secret.reference() + " is too short, "
                        + SHORTEST_TOKEN + " characters are the least");
            }
        });
    }

    /// Whether nobody but this machine can ask.
    public boolean isOfThisMachine() {
        return address.getAddress().isLoopbackAddress();
    }
}
