package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.structure.Project;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VersionTableTest {
    private static final String NOT_RUN = " not run |";
    private static final Pattern BLOCK = Pattern.compile("(<!-- versions -->\n)((?:\\|.*\n)*)");

    @Test
    void theReadmeShowsWhatHasPassed() throws Exception {
        Path readme = Project.HOME.resolve("README.md");
        String text = Files.readString(readme);
        Matcher block = BLOCK.matcher(text);
        assertThat(block.find()).isTrue();
        String table = VersionTable.of(VersionTable.passed());
        if (VersionTable.isWritten()) {
            Files.writeString(readme, text.substring(0, block.start(2)) + table + text.substring(block.end(2)));
        } else {
            assertThat(block.group(2))
                    .as("-Dshardstream.golden=write makes the table anew")
                    .isEqualTo(table);
        }
    }

    @Test
    void aPairThatHasNotPassedIsNotClaimed() {
        ServerPair pair = ServerPair.parse("elasticsearch:7.17.29 -> opensearch:3.8.0");
        assertThat(VersionTable.of(Set.of(pair)))
                .contains("| from Elasticsearch 7.17.29 |" + NOT_RUN.repeat(3) + " yes |" + NOT_RUN + "\n")
                .contains("| from OpenSearch 3.8.0 |" + NOT_RUN.repeat(5) + "\n");
        assertThat(pair).hasToString("elasticsearch:7.17.29 -> opensearch:3.8.0");
        assertThat(ServerPair.parse("elasticsearch:7.17.29->opensearch:3.8.0")).isEqualTo(pair);
    }
}
