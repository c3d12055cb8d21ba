package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.runfile.Secret;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.stream.Stream;

/// Tokens that let others than this machine look, and anyone change something. They come as `Authorization: Bearer …`,
/// which no page of somebody else can send.
///
/// @param operator lets whoever has it change something and look; empty for none
/// @param reader lets whoever has it look; empty for none
public record Tokens(Optional<Secret> operator, Optional<Secret> reader) {
    /// The environment variable that holds the operator's token.
    public static final String OPERATOR_VARIABLE = "SHARDSTREAM_HTTP_TOKEN";
    /// The environment variable that holds the reader's token.
    public static final String READER_VARIABLE = "SHARDSTREAM_HTTP_READ_TOKEN";

    public static final int SHORTEST = 16;
    public static final Tokens NONE = new Tokens(Optional.empty(), Optional.empty());

    /// Different characters that a token has at least: a single letter that is repeated can be guessed,
    /// however long it is.
    static final int FEWEST_CHARACTERS = 6;

    /// In any case: the name of a scheme has none (RFC 9110, 11.1).
    private static final String BEARER = "Bearer ";

    /// @throws IllegalArgumentException if one can be guessed or cannot be given, or both are the same
    public Tokens {
        Stream.of(operator, reader).flatMap(Optional::stream).forEach(token -> {
            String text = token.reveal();
            if (!text.strip().equals(text) || text.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("the token " + token.reference() + " begins or ends with a space, or"
                        + " has a line feed or another character that no header carries: nobody could give it");
            }
            if (token.reveal().length() < SHORTEST) {
                throw new IllegalArgumentException(
                        "the token " + token.reference() + " is too short, " + SHORTEST + " characters are the least");
            }
            if (token.reveal().chars().distinct().count() < FEWEST_CHARACTERS) {
                throw new IllegalArgumentException("the token " + token.reference() + " can be guessed, as it has fewer"
                        + " than " + FEWEST_CHARACTERS + " different characters: make a random one");
            }
        });
        if (operator.isPresent() && operator.map(Secret::reveal).equals(reader.map(Secret::reveal))) {
            throw new IllegalArgumentException("the tokens in " + OPERATOR_VARIABLE + " and " + READER_VARIABLE
                    + " are the same, so whoever may look could change everything");
        }
    }

    boolean isEmpty() {
        return operator.isEmpty() && reader.isEmpty();
    }

    /// @param authorization the header of that name
    Role roleOf(Optional<String> authorization) {
        if (holds(operator, authorization)) {
            return Role.OPERATOR;
        }
        return holds(reader, authorization) ? Role.READER : Role.NOBODY;
    }

    /// Whether a header of that name gives a token, and not what another scheme wants, such as a proxy's
    /// password.
    static boolean isGivenIn(Optional<String> authorization) {
        return authorization.filter(Tokens::isToken).isPresent();
    }

    private static boolean isToken(String header) {
        return header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    private static boolean holds(Optional<Secret> token, Optional<String> authorization) {
        Optional<byte[]> wanted = token.map(Secret::reveal).map(text -> text.getBytes(UTF_8));
        Optional<byte[]> given = authorization
                .filter(Tokens::isToken)
                .map(header -> header.substring(BEARER.length()).getBytes(UTF_8));
        // Takes as long for a token that is wrong in its first character as for one that is wrong in its last.
        return wanted.isPresent() && given.isPresent() && MessageDigest.isEqual(wanted.get(), given.get());
    }
}
