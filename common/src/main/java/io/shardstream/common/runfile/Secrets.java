package io.shardstream.common.runfile;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import io.shardstream.common.file.SmallFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Looks up what `${env:NAME}` and `${file:path}` stand for. No sentence of this class quotes a value, neither the one
/// that was looked up nor the one that was written in place of a reference.
final class Secrets {
    private static final char NOT_OPEN = '\0';
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f]");
    private static final int LARGEST = 1 << 20;

    /// What a text may be.
    private enum Form {
        LINE,
        USER,
        ANY,
        JAAS
    }

    private final Reading reading;
    private final Lookup lookUp;

    Secrets(Reading reading, Lookup lookUp) {
        this.reading = reading;
        this.lookUp = lookUp;
    }

    /// A value that is one reference and nothing else.
    Secret secret(Node.Scalar value) throws Refused {
        if (!REFERENCE.matcher(value.text()).matches()) {
            throw new Refused("must be ${env:NAME} or ${file:path}: a secret is not written into a run file");
        }
        return lookedUp(value.text(), Form.LINE);
    }

    /// A value in which references may stand anywhere.
    Secret expand(Node.Scalar value) throws Refused {
        return lookedUp(value.text(), Form.ANY);
    }

    /// A value that names a file, relative to the run file's folder; references may stand anywhere in it.
    Secret path(Node.Scalar value) throws Refused {
        Secret given = expand(value);
        return given.as(isLiteral(value.text()) ? inFolder(value.text()) : value.text(), this::inFolder);
    }

    private String inFolder(String path) {
        try {
            return path.isBlank()
                    ? path
                    : reading.folder().resolve(path).toAbsolutePath().toString();
        } catch (InvalidPathException e) {
            // What reads the file says so.
            return path;
        }
    }

    /// A text with the files of its references named in full, so that it means the same in any folder.
    ///
    /// @param folder where relative paths begin
    static String anywhere(String text, Path folder) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1).equals("file")
                                ? "${file:" + folder.resolve(found.group(2)).toAbsolutePath() + "}"
                                : found.group()));
    }

    /// The same for a JAAS configuration: what a reference between quotes stands for is a value there, whatever
    /// characters it has. One that stands alone is the whole configuration.
    Secret jaas(Node.Scalar value) throws Refused {
        return lookedUp(value.text(), Form.JAAS);
    }

    /// A text of one line in which references may stand anywhere.
    Secret text(Node.Scalar value) throws Refused {
        return lookedUp(Names.text(value), Form.LINE);
    }

    /// The name of a user, a text of one line in which references may stand anywhere.
    Secret user(Node.Scalar value) throws Refused {
        return lookedUp(Names.text(value), Form.USER);
    }

    /// Files are looked at again for as long as the secret is asked for.
    private Secret lookedUp(String text, Form form) throws Refused {
        if (isLiteral(text)) {
            return new Secret(text, value(text, form));
        }
        return switch (lookUp) {
            case NEVER -> Secret.unknown(text);
            case ALWAYS -> found(text, form);
            case IF_THERE -> {
                try {
                    yield found(text, form);
                } catch (Refused e) {
                    yield Secret.unknown(text);
                }
            }
        };
    }

    private Secret found(String text, Form form) throws Refused {
        String value = value(text, form);
        List<Path> files = filesIn(text, reading.folder());
        return files.isEmpty() ? new Secret(text, value) : Secret.renewed(text, renewed(text, form, files)::now);
    }

    private Renewed<String> renewed(String text, Form form, List<Path> files) throws Refused {
        try {
            return Renewed.of(
                    files,
                    _ -> {
                        try {
                            return value(text, form);
                        } catch (Refused e) {
                            throw new FileException(text + " " + e.getMessage() + ".", e);
                        }
                    },
                    reading.clock());
        } catch (FileException e) {
            throw new Refused("cannot be looked up: " + e.getMessage());
        }
    }

    private String value(String text, Form form) throws Refused {
        Matcher match = REFERENCE.matcher(text);
        StringBuilder result = new StringBuilder();
        while (match.find()) {
            String found = match.group(1).equals("env") ? variable(match.group(2)) : file(match.group(2));
            boolean isQuoted = form == Form.JAAS && isQuoted(text.substring(0, match.start()));
            match.appendReplacement(result, Matcher.quoteReplacement(isQuoted ? escaped(found) : found));
        }
        match.appendTail(result);
        if (form == Form.USER && result.indexOf(":") >= 0) {
            throw new Refused("must not hold a colon, at which a server ends the name of the user (RFC 7617): " + text);
        }
        if ((form == Form.LINE || form == Form.USER) && CONTROL.matcher(result).find()) {
            throw new Refused("stands for more than one line or holds a control character: " + text);
        }
        if (form == Form.JAAS) {
            LoginModules.requireKnown(result.toString());
        }
        return result.toString();
    }

    /// Whether what follows stands between quotes, of either kind: between them the other kind is no quote.
    private static boolean isQuoted(String before) {
        char open = NOT_OPEN;
        for (int at = 0; at < before.length(); at++) {
            char one = before.charAt(at);
            if (open == NOT_OPEN) {
                open = one == '"' || one == '\'' ? one : NOT_OPEN;
            } else if (one == '\\') {
                at++;
            } else if (one == open || one == '\n' || one == '\r') {
                open = NOT_OPEN;
            }
        }
        return open != NOT_OPEN;
    }

    /// As `java.io.StreamTokenizer`, which Kafka reads JAAS configurations with, takes it for itself between quotes.
    private static String escaped(String value) {
        return value.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("'", "\\'")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    /// The files that references of a text name.
    ///
    /// @param folder where relative paths begin
    static List<Path> filesIn(String text, Path folder) {
        return REFERENCE
                .matcher(text)
                .results()
                .filter(found -> found.group(1).equals("file"))
                .map(found -> folder.resolve(found.group(2)))
                .toList();
    }

    /// A text with another one in place of each reference.
    static String withReferences(String text, String replacement) {
        return REFERENCE.matcher(text).replaceAll(Matcher.quoteReplacement(replacement));
    }

    /// Whether the text is a reference, or several with nothing between them.
    static boolean isReferencesOnly(String text) {
        return !text.isEmpty() && withReferences(text, "").isEmpty();
    }

    static boolean isLiteral(String text) {
        return !REFERENCE.matcher(text).find();
    }

    private String variable(String name) throws Refused {
        String value = reading.environment().get(name);
        if (value == null || value.isEmpty()) {
            throw new Refused(
                    "needs the environment variable " + name + ", which is " + (value == null ? "not set" : "empty"));
        }
        return value;
    }

    private String file(String name) throws Refused {
        try {
            Path path = reading.folder().resolve(name);
            return SecretText.of(SmallFile.read(path, LARGEST), "needs the file " + path + ", which");
        } catch (FileException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        } catch (SmallFile.UnfitException e) {
            throw new Refused("needs the file " + reading.folder().resolve(name) + ", which " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw new Refused("needs the file " + reading.folder().resolve(name) + ", which is not there");
        } catch (IOException e) {
            throw new Refused("needs the file " + reading.folder().resolve(name) + ", which cannot be read as text");
        } catch (InvalidPathException e) {
            throw new Refused("does not name a file");
        }
    }
}
