package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.Secret;
import io.shardstream.common.runfile.SecretText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern FILE = Pattern.compile("\\$\\{file:([^}]+)}");

    /// In any case: the name of a scheme has none (RFC 9110, 11.1).
    private static final String BEARER = "Bearer ";

    /// @throws IllegalArgumentException if one can be guessed or cannot be given, or both are the same
    public Tokens {
        Stream.of(operator, reader)
                .flatMap(Optional::stream)
                .forEach(token -> require(token.reference(), token.reveal()));
        if (areSame(operator, reader)) {
            throw new IllegalArgumentException("the tokens in " + OPERATOR_VARIABLE + " and " + READER_VARIABLE
                    + " are the same, so whoever may look could change everything");
        }
    }

    /// A token as an environment variable gives it: the text itself, or `${file:path}` for what a file holds,
    /// which is read again while the process works. A file that cannot be used any more is told in the log,
    /// and the token that it held before goes on. A line feed at its end is no part of the token.
    ///
    /// @return empty if the variable is not set
    /// @throws FileException if the file cannot be read, or holds no token that can be used, or the text is
    ///     another reference
    public static Optional<Secret> in(RunFile.Environment environment, String variable, InstantSource clock)
            throws FileException {
        String text = environment.get(variable);
        if (text == null) {
            return Optional.empty();
        }
        Matcher file = FILE.matcher(text);
        if (!file.matches()) {
            if (text.startsWith("${")) {
                throw new FileException("the token in " + variable + " is neither a token nor ${file:<path>}");
            }
            return Optional.of(new Secret("${env:" + variable + "}", text));
        }
        Renewed<String> held =
                Renewed.of(List.of(path(text, file.group(1))), texts -> held(text, texts.getFirst()), clock);
        return Optional.of(Secret.renewed(text, held::now));
    }

    private static Path path(String reference, String name) throws FileException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new FileException("the token " + reference + " does not name a file", e);
        }
    }

    /// @param bytes one character for each
    private static String held(String reference, String bytes) throws FileException {
        String token = SecretText.of(bytes.getBytes(ISO_8859_1), "the token " + reference + " names a file that");
        try {
            require(reference, token);
            return token;
        } catch (IllegalArgumentException e) {
            throw new FileException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void require(String reference, String token) {
        if (!token.strip().equals(token) || token.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the token " + reference + " begins or ends with a space, or"
                    + " has a line feed or another character that no header carries: nobody could give it");
        }
        if (token.length() < SHORTEST) {
            throw new IllegalArgumentException(
                    "the token " + reference + " is too short, " + SHORTEST + " characters are the least");
        }
        if (token.chars().distinct().count() < FEWEST_CHARACTERS) {
            throw new IllegalArgumentException("the token " + reference + " can be guessed, as it has fewer" + " than "
                    + FEWEST_CHARACTERS + " different characters: make a random one");
        }
    }

    private static boolean areSame(Optional<Secret> operator, Optional<Secret> reader) {
        return operator.isPresent() && operator.map(Secret::reveal).equals(reader.map(Secret::reveal));
    }

    boolean isEmpty() {
        return operator.isEmpty() && reader.isEmpty();
    }

    /// @param authorization the header of that name
    Role roleOf(Optional<String> authorization) {
        // Files may come to hold the same: whoever may look changes nothing then.
        if (holds(operator, authorization) && !areSame(operator, reader)) {
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
