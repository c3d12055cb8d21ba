package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.fail;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.structure.Project;
import io.shardstream.localcluster.artifact.ZipArchive;
import io.shardstream.localcluster.process.FileTree;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The software of an earlier commit: its sources are taken out of this repository and compiled once. The classes are
/// kept in `it-tests/target/earlier`, in a folder with the commit's hash. The libraries are those of today.
///
/// @param name of the commit, for people
/// @param understands the newest run format that it knows; 1 if it does not know that there are formats
/// @param knowsFormats whether it announces what it understands, and heeds the run's format
/// @param classPath with its classes and the libraries
record EarlierSoftware(String name, int understands, boolean knowsFormats, String classPath) {
    /// Those that the command is made of, today or once.
    private static final List<String> MODULES =
            List.of("common", "reader", "writer", "control", "localcluster", "workload", "cli");

    private static final Path KEPT = Project.HOME.resolve("it-tests/target/earlier");
    private static final String RUN_FORMAT =
            "common/src/main/java/io/shardstream/common/contract/record/RunFormat.java";
    private static final Pattern NEWEST = Pattern.compile("(int NEWEST = )(\\d+);");

    /// The software of a commit as it was.
    static EarlierSoftware of(String commit) throws IOException, InterruptedException {
        return of(commit, Integer.MAX_VALUE);
    }

    /// The same, but it takes that run format for its newest: only this number in its sources is changed.
    ///
    /// @param most the newest run format
    static EarlierSoftware of(String commit, int most) throws IOException, InterruptedException {
        String hash = hash(commit);
        String name = hash.substring(0, 12) + (most == Integer.MAX_VALUE ? "" : "-as-" + most);
        Path home = KEPT.resolve(name);
        if (!Files.exists(home)) {
            Path unfinished = KEPT.resolve(name + ".unfinished");
            FileTree.delete(unfinished);
            build(hash, name, most, unfinished);
            Files.move(unfinished, home);
        }
        Matcher newest = NEWEST.matcher(runFormat(home));
        boolean knows = newest.find();
        int understands = knows ? Integer.parseInt(newest.group(2)) : RunFormat.FIRST;
        return new EarlierSoftware(
                name, understands, knows, home.resolve("classes") + File.pathSeparator + libraries());
    }

    private static void build(String hash, String name, int most, Path home) throws IOException, InterruptedException {
        Files.createDirectories(home);
        Path archive = home.resolve("sources.zip");
        List<String> git = new ArrayList<>(
                List.of("git", "archive", "--format=zip", "--prefix=sources/", "--output=" + archive, hash, "--"));
        List<String> modules = modules(hash);
        git.addAll(modules);
        require(run(git), "git cannot take the sources of commit " + hash + " out of " + Project.HOME);
        Path sources = home.resolve("sources");
        ZipArchive.unpackTopFolder(archive, sources);
        Files.delete(archive);
        if (most != Integer.MAX_VALUE) {
            lower(sources.resolve(RUN_FORMAT), most);
        }
        Path classes = Files.createDirectories(home.resolve("classes"));
        require(
                run(javac(modules, sources, classes)),
                "commit " + hash + " does not compile with the libraries of today");
        for (String module : modules) {
            addResources(sources.resolve(module).resolve("src/main/resources"), classes, "");
            // The version that processes tell.
            addResources(sources.resolve(module).resolve("src/main/filtered"), classes, name);
        }
    }

    private static void lower(Path runFormat, int most) throws IOException {
        String text = Files.readString(runFormat);
        String lowered = NEWEST.matcher(text).replaceFirst("$1" + most + ";");
        if (lowered.equals(text)) {
            fail("%s says no newest format that could be lowered to %d", runFormat, most);
        }
        Files.writeString(runFormat, lowered);
    }

    private static List<String> javac(List<String> modules, Path sources, Path classes) throws IOException {
        Path arguments = sources.resolveSibling("javac.arguments");
        List<String> lines = new ArrayList<>(List.of("-proc:none", "-nowarn", "-parameters", "-encoding", "UTF-8"));
        lines.addAll(List.of("-d", quoted(classes.toString()), "-cp", quoted(libraries())));
        for (String module : modules) {
            try (Stream<Path> files = Files.walk(sources.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(file -> quoted(file.toString()))
                        .forEach(lines::add);
            }
        }
        Files.write(arguments, lines);
        return List.of(System.getProperty("java.home") + "/bin/javac", "-J-Xmx512m", "@" + arguments);
    }

    private static String quoted(String argument) {
        return "\"" + argument.replace("\\", "\\\\") + "\"";
    }

    /// @param version what stands for the build's version in what is filtered; empty where nothing is
    private static void addResources(Path from, Path classes, String version) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path to = classes.resolve(from.relativize(file).toString());
                Files.createDirectories(to.resolveSibling(""));
                if (version.isEmpty()) {
                    Files.copy(file, to);
                } else {
                    Files.writeString(to, Files.readString(file).replace("${project.version}", version));
                }
            }
        }
    }

    private static String runFormat(Path home) throws IOException {
        Path file = home.resolve("sources").resolve(RUN_FORMAT);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /// The class path of this test without what was built here.
    private static String libraries() {
        Path home = Project.HOME.toAbsolutePath();
        return Arrays.stream(Child.TODAY.split(File.pathSeparator, -1))
                .filter(entry -> !(Path.of(entry).startsWith(home) && entry.contains("/target/")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /// Those of [#MODULES] that a commit has.
    private static List<String> modules(String hash) throws IOException, InterruptedException {
        Answer found = run(List.of("git", "ls-tree", "--name-only", hash));
        require(found, "git cannot list the folders of commit " + hash);
        return found.text().lines().filter(MODULES::contains).toList();
    }

    private static String hash(String commit) throws IOException, InterruptedException {
        Answer found = run(List.of("git", "rev-parse", "--verify", "--quiet", commit + "^{commit}"));
        require(
                found,
                "Commit " + commit + " is not in the clone " + Project.HOME
                        + ", which has not all of the history: run `git fetch --unshallow` there");
        return found.text().strip();
    }

    private record Answer(int code, String text) {}

    private static void require(Answer answer, String otherwise) {
        if (answer.code() != 0) {
            fail("%s.%n%s", otherwise, answer.text());
        }
    }

    private static Answer run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Project.HOME.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text);
    }
}
