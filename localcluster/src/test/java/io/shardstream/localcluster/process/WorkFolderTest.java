package io.shardstream.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
    private final Account account = Account.forServers();

    /// Case C-62.
    @Test
    void nobodyElseMayEnterTheFolderOfAServer() throws Exception {
        WorkFolder work = WorkFolder.open(Optional.empty(), "test", account, false);
        try {
            assertThat(rights(work.path())).isEqualTo("rwx------");
            assertThat(rights(work.of("node-0"))).isEqualTo("rwx------");
            assertThat(account.canEnter(work.path())).isTrue();
        } finally {
            work.close();
        }
        assertThat(work.path()).doesNotExist();
    }

    @Test
    void aFolderThatIsGivenKeepsItsRightsAndWhatIsMadeInItIsForItsUserAlone(@TempDir Path temporary) throws Exception {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        WorkFolder work = WorkFolder.open(Optional.of(temporary), "test", account, true);
        assertThat(rights(temporary)).isEqualTo("rwxr-xr-x");
        assertThat(rights(work.of("node-0"))).isEqualTo("rwx------");
        assertThat(work.of("node-0")).isEqualTo(temporary.resolve("node-0"));
    }

    private static String rights(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }
}
