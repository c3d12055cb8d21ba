package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `mvnw`, `.mvn/find-jdk.sh` and `.ci/run` as a user meets them: on a machine with little, and with odd paths.
class ScriptTest {
    /// What the scripts may take for granted on a POSIX system; Maven and Java are not among them.
    private static final List<String> COMMANDS = List.of(
            "sh",
            "bash",
            "awk",
            "basename",
            "cat",
            "cut",
            "dirname",
            "echo",
            "env",
            "expr",
            "find",
            "gzip",
            "head",
            "id",
            "ls",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sha512sum",
            "shasum",
            "tar",
            "tr",
            "uname",
            "curl",
            "wget");

    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @TempDir
    private Path temporary;

    private Path bin = Path.of("bin");
    private Path project = Path.of("project");
    private Path home = Path.of("home");

    @BeforeEach
    void aMachineWithLittle() throws IOException {
        bin = Files.createDirectory(temporary.resolve("bin"));
        project = Files.createDirectories(temporary.resolve("a checkout with spaces"));
        home = Files.createDirectories(temporary.resolve("the home"));
        for (String command : COMMANDS) {
            for (Path folder : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
                if (Files.exists(folder.resolve(command)) && !Files.exists(bin.resolve(command))) {
                    script(bin.resolve(command), "#!/bin/sh\nexec " + folder.resolve(command) + " \"$@\"\n");
                }
            }
        }
        Files.createDirectory(project.resolve(".mvn"));
        for (String file : List.of("mvnw", ".mvn/find-jdk.sh")) {
            Files.copy(Project.HOME.resolve(file), project.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    @Test
    void everyScriptIsExecutable() {
        assertThat(List.of(
                        "mvnw", "shardstream", ".ci/run", "etc/check-reproducible", "etc/images/make", "etc/pictures"))
                .allMatch(script -> Files.isExecutable(Project.HOME.resolve(script)));
    }

    @Test
    void mavenRunsOnTheJdkOfJavaHomeAndInTheProject() throws Exception {
        fakeMaven("3.8.1");
        Answer answer =
                run(Map.of("JAVA_HOME", JDK.toString()), project.resolve("mvnw").toString(), "verify", "-Dx=a b");
        assertThat(answer.out()).containsExactly(project.toRealPath().toString(), JDK.toString(), "verify", "-Dx=a b");
        assertThat(answer.code()).isZero();
    }

    @Test
    void aFolderWithAPomOfItsOwnIsWhereMavenWorks() throws Exception {
        fakeMaven("3.8.1");
        Map<String, String> jdk = Map.of("JAVA_HOME", JDK.toString());
        assertThat(run(jdk, project.resolve("mvnw").toString(), "-f", "elsewhere")
                        .out())
                .startsWith(temporary.toRealPath().toString());
        Files.writeString(temporary.resolve("pom.xml"), "");
        assertThat(run(jdk, project.resolve("mvnw").toString()).out())
                .startsWith(temporary.toRealPath().toString());
    }

    @Test
    void itWorksThroughASymbolicLink() throws Exception {
        fakeMaven("4.0.0");
        Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("a checkout with spaces", "mvnw"));
        assertThat(run(Map.of("JAVA_HOME", JDK.toString()), link.toString()).out())
                .startsWith(project.toRealPath().toString());
    }

    @Test
    void aJdkThatIsTooOldIsPassedOverForTheOneOnThePath() throws Exception {
        fakeMaven("3.9.0");
        Path wanted = fakeJdk(temporary.resolve("new jdk"), "26-ea");
        Files.createSymbolicLink(bin.resolve("java"), wanted.resolve("bin/java"));
        Path old = fakeJdk(temporary.resolve("old jdk"), "17.0.2");
        assertThat(run(
                                Map.of("JAVA_HOME", old.toString()),
                                project.resolve("mvnw").toString())
                        .out())
                .contains(wanted.toRealPath().toString());
    }

    @Test
    void amongTheJdksInTheUsersHomeTheOldestThatIsNewEnoughIsTaken() throws Exception {
        fakeJdk(home.resolve(".jdks/a"), "2500.0.1");
        Path wanted = fakeJdk(home.resolve(".sdkman/candidates/java/b"), "1900.0.1");
        fakeJdk(home.resolve(".local/share/c"), "24.0.1");
        // Real ones on this machine are older than 1000, so that what is needed is set above them.
        String script = ". \"$1/.mvn/find-jdk.sh\"; jdk_needed=1000; find_jdk; echo \"$JAVA_HOME\"";
        assertThat(run(Map.of(), "sh", "-c", script, "sh", project.toString()).out())
                .containsExactly(wanted.toString());
    }

    @Test
    void withoutAJdkItSaysWhatIsMissing() throws Exception {
        Files.writeString(
                project.resolve(".mvn/find-jdk.sh"),
                Project.text(project.resolve(".mvn/find-jdk.sh")).replace("jdk_needed=25", "jdk_needed=1000"));
        Answer answer = run(Map.of(), project.resolve("mvnw").toString());
        assertThat(answer.err())
                .singleElement()
                .asString()
                .startsWith("mvnw: Shardstream needs a JDK 1000 or newer, and none was found in JAVA_HOME");
        assertThat(answer.code()).isEqualTo(1);
    }

    @Test
    void withoutMavenAndRepositoryItSaysWhatIsMissing() throws Exception {
        fakeMaven("3.6.3");
        Answer answer =
                run(Map.of("JAVA_HOME", JDK.toString()), project.resolve("mvnw").toString());
        assertThat(answer.err())
                .singleElement()
                .asString()
                .startsWith(
                        "mvnw: Shardstream needs Maven 3.8 or newer, and there is none on the PATH: install it, or set");
        assertThat(answer.code()).isEqualTo(1);
    }

    @Test
    void aMavenThatIsNotTheOneThatWasPublishedIsRefusedAndLeavesNothing() throws Exception {
        Files.createDirectories(temporary.resolve("content/apache-maven"));
        Path repository = repository("apache-maven");
        Answer answer = run(
                Map.of("JAVA_HOME", JDK.toString(), "MVNW_REPOURL", "file://" + repository),
                project.resolve("mvnw").toString());
        assertThat(answer.err()).last().asString().contains("its SHA-512 differs");
        assertThat(Project.files(home, "")).isEmpty();
    }

    @Test
    void thePinnedMavenComesFromTheMirrorInTheSettingsAndIsKept() throws Exception {
        String name = "apache-maven-" + pinned("maven_version");
        fakeMaven("3.9.9");
        Files.move(
                bin.resolve("mvn"),
                Files.createDirectories(
                                temporary.resolve("content").resolve(name).resolve("bin"))
                        .resolve("mvn"));
        Path repository = repository(name);
        pinWhatIsIn(repository);
        settings(
                "<!-- <mirror><mirrorOf>*</mirrorOf><url>file:///nowhere</url></mirror> -->",
                "<mirror><mirrorOf>other</mirrorOf><url>file:///other</url></mirror>",
                "<mirror><url> file://" + repository + "/ </url><mirrorOf>external:*, !other</mirrorOf></mirror>");
        Answer first =
                run(Map.of("JAVA_HOME", JDK.toString()), project.resolve("mvnw").toString(), "verify");
        assertThat(first.out()).contains("verify");
        assertThat(first.err()).containsExactly("mvnw: fetching Maven " + pinned("maven_version"));

        Files.delete(home.resolve(".m2/settings.xml"));
        Answer second =
                run(Map.of("JAVA_HOME", JDK.toString()), project.resolve("mvnw").toString(), "verify");
        assertThat(second.out()).contains("verify");
        assertThat(second.err()).isEmpty();
    }

    /// Case C-61.
    @Test
    void aFolderAtWhoseNameJavaWouldEndIsTold() throws Exception {
        Path odd = Files.createDirectory(temporary.resolve("a:b"));
        Files.copy(Project.HOME.resolve("shardstream"), odd.resolve("shardstream"), StandardCopyOption.COPY_ATTRIBUTES);
        Answer answer = run(Map.of(), odd.resolve("shardstream").toString(), "--help");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.err()).singleElement().asString().contains("at ':'", "move or rename the clone");

        Path unpacked = Files.createDirectories(odd.resolve("bin"));
        Files.copy(
                Project.HOME.resolve("deploy/src/dist/bin/shardstream"),
                unpacked.resolve("shardstream"),
                StandardCopyOption.COPY_ATTRIBUTES);
        answer = run(Map.of(), unpacked.resolve("shardstream").toString(), "--help");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.err()).singleElement().asString().contains("at ':'", "move or rename it");
    }

    @Test
    void theScriptsNameNoHost() {
        assertThat(Project.text(Project.HOME.resolve("mvnw"))).doesNotContain("://");
        assertThat(Project.text(Project.HOME.resolve("shardstream"))).doesNotContain("://");
    }

    @Test
    void theContinuousIntegrationRunsTheReadmesTestCommand() throws Exception {
        Files.createDirectory(project.resolve(".ci"));
        Files.copy(Project.HOME.resolve(".ci/run"), project.resolve(".ci/run"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(Project.HOME.resolve("README.md"), project.resolve("README.md"));
        Files.writeString(project.resolve("CONTRIBUTING.md"), "no packages");
        fakeMaven("3.9.9");
        assertThat(run(
                                Map.of("JAVA_HOME", JDK.toString()),
                                project.resolve(".ci/run").toString())
                        .out())
                .containsExactly(".ci/run: ./mvnw verify", project.toRealPath().toString(), JDK.toString(), "verify");
    }

    private record Answer(int code, List<String> out, List<String> err) {}

    private Answer run(Map<String, String> environment, String... command) throws Exception {
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(temporary.toFile());
        builder.environment().clear();
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", bin.toString());
        all.put("HOME", home.toString());
        builder.environment().putAll(all);
        int code = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Answer(code, Files.readAllLines(out), Files.readAllLines(err));
    }

    /// A Maven that says its version, or where it was called, on which JDK and with what.
    private void fakeMaven(String version) throws IOException {
        script(bin.resolve("mvn"), """
                #!/bin/sh
                if [ "${1:-}" = -v ]; then echo "Apache Maven %s (fake)"; exit; fi
                pwd
                echo "$JAVA_HOME"
                for word; do echo "$word"; done
                """.formatted(version));
    }

    private static Path fakeJdk(Path folder, String version) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("lib"));
        script(folder.resolve("bin/java"), "#!/bin/sh\nexit 1\n");
        script(folder.resolve("bin/javac"), "#!/bin/sh\nexit 1\n");
        Files.writeString(folder.resolve("lib/modules"), "");
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return folder;
    }

    /// A Maven repository that holds a folder of `content` as the pinned Maven's archive.
    private Path repository(String content) throws Exception {
        String version = pinned("maven_version");
        Path folder = Files.createDirectories(
                temporary.resolve("repository/org/apache/maven/apache-maven").resolve(version));
        Path archive = folder.resolve("apache-maven-" + version + "-bin.tar.gz");
        Answer answer = run(
                Map.of(),
                "tar",
                "-czf",
                archive.toString(),
                "-C",
                temporary.resolve("content").toString(),
                content);
        assertThat(answer.code()).isZero();
        return temporary.resolve("repository");
    }

    /// Makes this test's copy of the script expect the archive that the repository holds.
    private void pinWhatIsIn(Path repository) throws Exception {
        Path archive = Project.files(repository, ".tar.gz").getFirst();
        String sum =
                run(Map.of(), "sha512sum", archive.toString()).out().getFirst().split(" ", 2)[0];
        Path script = project.resolve("mvnw");
        Files.writeString(script, Project.text(script).replace(pinned("maven_sha512"), sum));
    }

    private void settings(String... mirrors) throws IOException {
        Path file = Files.createDirectories(home.resolve(".m2")).resolve("settings.xml");
        Files.writeString(file, "<settings>\n<mirrors>\n" + String.join("\n", mirrors) + "\n</mirrors>\n</settings>\n");
    }

    private static String pinned(String variable) {
        return Project.text(Project.HOME.resolve("mvnw"))
                .lines()
                .filter(line -> line.startsWith(variable + "="))
                .map(line -> line.substring(variable.length() + 1).split(" ", 2)[0])
                .findFirst()
                .orElseThrow();
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
