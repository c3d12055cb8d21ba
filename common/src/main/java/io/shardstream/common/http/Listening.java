package io.shardstream.common.http;

import io.shardstream.common.runfile.Secret;
import io.shardstream.common.tls.ServerTls;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/// Where a process answers, and what lets others than this machine ask, and anyone change something.
///
/// @param address a loopback address, or any with a token or with certificates of clients; port 0 for any that is free
/// @param tokens that are known; without an operator's, only operators with certificates can change something
/// @param tls empty for plain HTTP
/// @param operators common names in certificates of those clients that may change something
public record Listening(InetSocketAddress address, Tokens tokens, Optional<ServerTls> tls, Set<String> operators) {
    /// @throws IllegalArgumentException if it would let everyone ask, or nobody could be an operator that is named
    public Listening {
        operators = Set.copyOf(operators);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("nobody knows the address of " + address.getHostString());
        }
        boolean asksClients = tls.map(ServerTls::asksClients).orElse(false);
        if (!operators.isEmpty() && !asksClients) {
            throw new IllegalArgumentException(
                    "operators are known by certificates of clients, and there is no authority that signs them");
        }
        if (tokens.isEmpty() && !asksClients && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("others reach " + address.getHostString() + " too, so there must be a"
                    + " token in the environment variable " + Tokens.OPERATOR_VARIABLE + " or "
                    + Tokens.READER_VARIABLE + ", or an authority that signs certificates of clients"
                    + " (--http-client-ca)");
        }
    }

    /// Over plain HTTP.
    ///
    /// @param token the operator's
    /// @throws IllegalArgumentException if it would let everyone ask, or the token can be guessed
    public Listening(InetSocketAddress address, Optional<Secret> token) {
        this(address, new Tokens(token, Optional.empty()), Optional.empty(), Set.of());
    }

    /// Whether nobody but this machine can ask.
    public boolean isOfThisMachine() {
        return address.getAddress().isLoopbackAddress();
    }

    boolean asksClients() {
        return tls.map(ServerTls::asksClients).orElse(false);
    }

    boolean hasOperators() {
        return tokens.operator().isPresent() || !operators.isEmpty();
    }

    /// Whether whoever listens on the way can read a token.
    boolean tellsTokens() {
        return tls.isEmpty() && !isOfThisMachine() && !tokens.isEmpty();
    }
}
