package io.shardstream.common.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import io.shardstream.common.runfile.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {
    private static final String LEAKED = "a token that has leaked";
    private static final String NEXT = "a token that nobody has seen";
    private static final String READER = "a token to look with";

    @TempDir
    private Path folder = Path.of("");

    private Instant now = Instant.EPOCH;

    @Test
    void aTokenInAFileThatWasChangedIsTheOneThatCounts() throws IOException {
        Tokens tokens = tokens(LEAKED + "\n", READER);
        assertThat(role(tokens, LEAKED)).isEqualTo(Role.OPERATOR);

        write("operator", NEXT);
        now = now.plus(Renewed.PERIOD);

        assertThat(role(tokens, LEAKED)).isEqualTo(Role.NOBODY);
        assertThat(role(tokens, NEXT)).isEqualTo(Role.OPERATOR);
        assertThat(role(tokens, READER)).isEqualTo(Role.READER);
    }

    @Test
    void aFileThatHoldsNoTokenAnyMoreTakesNoneAway() throws IOException {
        Tokens tokens = tokens(LEAKED, READER);

        write("operator", "short");
        now = now.plus(Renewed.PERIOD);
        assertThat(role(tokens, LEAKED)).isEqualTo(Role.OPERATOR);
        assertThat(role(tokens, "short")).isEqualTo(Role.NOBODY);

        Files.delete(folder.resolve("operator"));
        now = now.plus(Renewed.PERIOD);
        assertThat(role(tokens, LEAKED)).isEqualTo(Role.OPERATOR);
    }

    @Test
    void whoMayLookChangesNothingWhereBothFilesComeToHoldTheSame() throws IOException {
        Tokens tokens = tokens(LEAKED, READER);

        write("operator", READER);
        now = now.plus(Renewed.PERIOD);

        assertThat(role(tokens, READER)).isEqualTo(Role.READER);
    }

    @Test
    void aFileThatHoldsNoTokenIsRefusedAtTheStartWithoutWhatItHolds() throws IOException {
        write("operator", "hunter2");
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> token("operator"))
                .withMessageContainingAll("${file:", "operator} is too short")
                .withMessageNotContaining("hunter2");
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> token("nothing"))
                .withMessageContaining("There is no file");
    }

    @Test
    void aFileThatIsNoTextOrBeginsWithAMarkIsRefusedAsInARunFile() throws IOException {
        write("operator", "\uFEFF" + LEAKED);
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> token("operator"))
                .withMessageMatching(
                        "the token \\$\\{file:.*operator} names a file that begins with a byte order mark, .*")
                .withMessageNotContaining(LEAKED);
        Files.write(folder.resolve("operator"), (LEAKED + "\u00e9").getBytes(StandardCharsets.ISO_8859_1));
        assertThatExceptionOfType(FileException.class)
                .isThrownBy(() -> token("operator"))
                .withMessageEndingWith("operator} names a file that cannot be read as text");
    }

    @Test
    void whatLooksLikeAReferenceAndIsNoneIsNoToken() {
        for (String text :
                List.of("${file:/etc/shardstream/token", "${env:SHARDSTREAM_TOKEN}", "${file:}", "${file:/t} ")) {
            assertThatExceptionOfType(FileException.class)
                    .isThrownBy(() -> Tokens.in(_ -> text, "TOKEN", () -> now))
                    .withMessage("the token in TOKEN is neither a token nor ${file:<path>}");
        }
    }

    @Test
    void aTextIsTheTokenItself() throws IOException {
        Optional<Secret> token = Tokens.in(Map.of("TOKEN", LEAKED)::get, "TOKEN", () -> now);

        assertThat(token.map(Secret::reveal)).contains(LEAKED);
        assertThat(token.map(Secret::toString)).contains("${env:TOKEN}");
        assertThat(Tokens.in(_ -> null, "TOKEN", () -> now)).isEmpty();
    }

    private Tokens tokens(String operator, String reader) throws IOException {
        write("operator", operator);
        write("reader", reader);
        return new Tokens(token("operator"), token("reader"));
    }

    private Optional<Secret> token(String file) throws FileException {
        return Tokens.in(_ -> "${file:" + folder.resolve(file) + "}", "TOKEN", () -> now);
    }

    private static Role role(Tokens tokens, String token) {
        return tokens.roleOf(Optional.of("Bearer " + token));
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }
}
