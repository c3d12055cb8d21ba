package io.shardstream.localcluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.localcluster.process.LocalServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkFinderTest {

    @TempDir
    Path root;

    @Test
    void prefersTheJdkThatRunsThisCode() throws IOException {
        Jdk running = install("running", "25.0.1");
        install("usr/lib/jvm/newer", "26");

        assertThat(finder(running, Map.of()).search(JdkRange.from(21))).contains(running);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_HOME", "JAVA17_HOME", "JDK_17", "JAVA_HOME_17_X64", "JDK17_HOME"})
    void looksAtTheUsualVariables(String variable) throws IOException {
        Jdk wanted = install("somewhere/else", "17.0.9");

        assertThat(finder(
                                install("running", "25"),
                                Map.of(variable, wanted.home().toString()))
                        .search(JdkRange.only(17)))
                .contains(wanted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "usr/lib/jvm/java-17",
                "home/me/.sdkman/candidates/java/17.0.9-tem",
                "home/me/.jdks/corretto-17",
                "Library/Java/JavaVirtualMachines/jdk-17.jdk/Contents/Home"
            })
    void looksIntoTheUsualFolders(String folder) throws IOException {
        Jdk wanted = install(folder, "17.0.9");
        String home = root.resolve("home/me").toString();

        assertThat(finder(install("running", "25"), Map.of("HOME", home)).search(JdkRange.only(17)))
                .contains(wanted);
    }

    @Test
    void followsTheJavaOnThePath() throws IOException {
        Jdk wanted = install("opt/tools/jdk", "17.0.9");
        Path bin = Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), wanted.java());

        assertThat(finder(install("running", "25"), Map.of("PATH", bin.toString()))
                        .search(JdkRange.only(17)))
                .map(Jdk::home)
                .contains(wanted.home().toRealPath());
    }

    @Test
    void readsTheOldWayOfCountingVersions() throws IOException {
        assertThat(install("old", "1.8.0_402").feature()).isEqualTo(8);
    }

    @Test
    void leavesOutWhatTheServersUserMayNotEnter() throws IOException {
        Jdk running = install("running", "25");
        JdkFinder finder = new JdkFinder(running, Map.of(), root, new FakeAccount(folder -> false));

        assertThat(finder.search(JdkRange.from(21))).isEmpty();
    }

    @Test
    void saysInOneSentenceWhatIsMissingAndWhatThereIs() throws IOException {
        Jdk running = install("running", "25");

        assertThatThrownBy(() -> finder(running, Map.of()).find(JdkRange.only(17), "elasticsearch:7.17.29"))
                .isInstanceOf(LocalServerException.class)
                .hasMessageContaining("elasticsearch:7.17.29 needs JDK 17")
                .hasMessageContaining("found only 25 (" + running.home() + ")")
                .hasMessageContaining("JAVA17_HOME");
    }

    private JdkFinder finder(Jdk running, Map<String, String> environment) {
        return new JdkFinder(running, environment, root, new FakeAccount(folder -> true));
    }

    private Jdk install(String folder, String version) throws IOException {
        Path home = root.resolve(folder);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return Jdk.at(home).orElseThrow();
    }
}
