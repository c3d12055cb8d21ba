package io.shardstream.common.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import io.shardstream.common.runfile.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
