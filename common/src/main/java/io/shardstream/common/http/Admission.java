package io.shardstream.common.http;

import java.util.Optional;

/// Decides who may ask for what.
final class Admission {
    private final Listening where;

    Admission(Listening where) {
        this.where = where;
    }

    Caller callerOf(Exchange exchange) {
        return Caller.of(where, exchange.header("Authorization"), exchange.certificate());
    }

    /// @return empty if it is allowed
    Optional<HttpRefusal> refusal(AccessPolicy access, Caller caller, Exchange exchange) {
        return switch (access) {
            case OPEN -> Optional.empty();
            case READ ->
                where.isOfThisMachine() || caller.role() != Role.NOBODY
                        ? Optional.empty()
                        : Optional.of(unknown(!where.tokens().isEmpty()));
            case CHANGE -> refusalOfChange(caller, exchange);
        };
    }

    private Optional<HttpRefusal> refusalOfChange(Caller caller, Exchange exchange) {
        boolean tokenHelps = where.tokens().operator().isPresent();
        if (!where.hasOperators()) {
            return Optional.of(new HttpRefusal(
                    403,
                    "nothing can be changed over HTTP, since this process has no token in the environment variable "
                            + Tokens.OPERATOR_VARIABLE
                            + (where.asksClients() ? " and knows no names of operators (--http-operator-cn)" : ""),
                    false));
        }
        return switch (caller.role()) {
            case NOBODY -> Optional.of(unknown(tokenHelps));
            case READER ->
                Optional.of(new HttpRefusal(
                        403,
                        (caller.byToken() == Role.READER ? "this token" : "this certificate")
                                + " lets you look and change nothing",
                        tokenHelps));
            case OPERATOR ->
                caller.byToken() != Role.OPERATOR && CrossSite.asks(exchange)
                        ? Optional.of(new HttpRefusal(403, "a page of another site asks for this", false))
                        : Optional.empty();
        };
    }

    private HttpRefusal unknown(boolean tokenHelps) {
        String certificate = "a certificate that this process trusts";
        if (!tokenHelps) {
            return new HttpRefusal(403, certificate + " is needed", false);
        }
        String token = "the token is needed, as Authorization: Bearer and the token";
        return new HttpRefusal(401, where.asksClients() ? token + ", or " + certificate : token, true);
    }
}
