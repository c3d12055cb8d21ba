package io.shardstream.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommonNameTest {
    @Test
    void itIsFoundAmongOtherParts() {
        assertThat(CommonName.of(new X500Principal("CN=night shift\\, Berlin,OU=ops,O=Example")))
                .contains("night shift, Berlin");
    }

    /// Which of them counts is for nobody to guess.
    @ParameterizedTest
    @ValueSource(strings = {"CN=viewer,CN=ops", "CN=ops+CN=viewer,O=Example", "CN=ops,O=Example,CN=viewer"})
    void whoHasSeveralHasNone(String subject) {
        assertThat(CommonName.of(new X500Principal(subject))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"O=CN\\=ops", "OU=ops", ""})
    void anotherPartIsNone(String subject) {
        assertThat(CommonName.of(new X500Principal(subject))).isEmpty();
    }
}
