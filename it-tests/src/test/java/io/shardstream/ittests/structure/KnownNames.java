package io.shardstream.ittests.structure;

import io.shardstream.common.runfile.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// What the documentation may name, and the judgement on one name: each check returns the complaint, or nothing.
final class KnownNames {
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+?\\.([A-Z]\\w*)");
    private static final Pattern CAMEL_CASE = Pattern.compile("[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+");
    private static final Pattern OUR_NAME = Pattern.compile("io\\.shardstream((?:\\.[a-z]\\w*)+)(?:\\.([A-Z]\\w*))?");
    private static final Pattern PATH = Pattern.compile("[\\w.@-]+(?:/[\\w.@-]+)*/?");
    private static final Pattern OWN_FILE = Pattern.compile("[\\w.-]+\\.(?:md|java|sh)");

    /// Words in camel case that are no Java types, and words with a slash that are no paths.
    private static final Set<String> WORDS =
            Set.of("OpenSearch", "GeoNames", "GitHub", "JavaScript", "PowerShell", "docs/s", "MB/s", "and/or");

    /// Where the JDK's types that one writes about live.
    private static final List<String> JDK_PACKAGES = List.of(
            "java.lang",
            "java.io",
            "java.net",
            "java.net.http",
            "java.nio.file",
            "java.time",
            "java.util",
            "java.util.concurrent");

    private static final Pattern KEY =
            Pattern.compile("(?:kafka|source|target|docs|reader|writer)(?:\\.[a-z][a-z-]*)+");
    private static final Set<String> FREE = Set.of("kafka.properties", "target.settings", "target.mappings");

    private final Set<String> types;
    private final CommandLine command;

    /// The names of this checkout's sources and of a command line.
    KnownNames(CommandLine command) {
        this.command = command;
        this.types = Stream.concat(Project.mainSources().stream(), Project.testSources().stream())
                .map(Project::text)
                .flatMap(text -> Stream.concat(
                        TYPE.matcher(text).results(), IMPORT.matcher(text).results()))
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /// Complains about the path, the Java name, the package or the key of the run file that a code span in a file of
    /// folder `from` names and
    /// that does not exist.
    Optional<String> span(Path from, String span) {
        if (WORDS.contains(span)) {
            return Optional.empty();
        }
        var ours = OUR_NAME.matcher(span);
        if (ours.matches()) {
            return complain(isOurs(ours.group(1), ours.group(2)), span, "package or type");
        }
        String head = span.split("[.#(<]", 2)[0];
        if (CAMEL_CASE.matcher(head).matches() && !span.contains(" ") && !span.contains("/")) {
            return complain(types.contains(head) || isJdkType(head), span, "Java type");
        }
        if (KEY.matcher(span).matches() && !OWN_FILE.matcher(span).matches()) {
            boolean known =
                    RunFile.keys().containsKey(span) || FREE.stream().anyMatch(free -> span.startsWith(free + "."));
            return complain(known, span, "key of the run file");
        }
        if (looksLikePath(from, span)) {
            return complain(exists(from, span), span, "file");
        }
        return Optional.empty();
    }

    /// Complains about a link to a file that does not exist; links to other places are not followed.
    Optional<String> link(Path from, String link) {
        String path = link.split("#", 2)[0];
        boolean elsewhere = path.isEmpty() || path.matches("[a-z]+:.*");
        return complain(elsewhere || exists(from, path), link, "file");
    }

    /// Complains about a sub-command or an option that the command does not have; `<placeholders>` and values are
    /// passed over.
    Optional<String> command(String line) {
        CommandLine current = command;
        String[] words = line.split("\\s+", -1);
        for (int i = 1; i < words.length && !words[i].matches("[|>#&;].*"); i++) {
            String word = words[i].replaceAll("^\\[|\\]$", "");
            CommandLine next = current.getSubcommands().get(word);
            boolean name = i == 1 && word.matches("[a-z][a-z-]*");
            if (next == null && name) {
                return Optional.of("`%s`: there is no command %s".formatted(line, word));
            }
            String option = word.split("=", 2)[0];
            if (option.matches("--?[a-zA-Z][\\w-]*") && !hasOption(current, option)) {
                return Optional.of("`%s`: %s has no option %s".formatted(line, current.getCommandName(), option));
            }
            current = next == null ? current : next;
        }
        return Optional.empty();
    }

    private static boolean hasOption(CommandLine command, String option) {
        return command.getCommandSpec().optionsMap().containsKey(option)
                || command.getCommandSpec().negatedOptionsMap().containsKey(option);
    }

    private static Optional<String> complain(boolean fine, String name, String what) {
        return fine ? Optional.empty() : Optional.of("`%s`: there is no such %s".formatted(name, what));
    }

    /// A path is what begins with one of our top-level names, or a file name of a kind that only the project has.
    private static boolean looksLikePath(Path from, String span) {
        if (!PATH.matcher(span).matches() || List.of(span.split("/", -1)).contains("target")) {
            return false;
        }
        String first = span.split("/", 2)[0];
        boolean startsHere = Files.exists(Project.HOME.resolve(first)) || Files.exists(from.resolve(first));
        String last = span.substring(span.lastIndexOf('/') + 1);
        return (span.contains("/") && startsHere) || OWN_FILE.matcher(last).matches();
    }

    private static boolean exists(Path from, String path) {
        return Files.exists(Project.HOME.resolve(path))
                || Files.exists(from.resolve(path))
                || (!path.contains("/") && Project.isNameOfFile(path));
    }

    private boolean isOurs(String packages, @Nullable String type) {
        String folder = "/java/io/shardstream" + packages.replace('.', '/') + "/";
        return Stream.concat(Project.mainSources().stream(), Project.testSources().stream())
                .anyMatch(file -> type == null
                        ? file.toString().contains(folder)
                        : file.toString().endsWith(folder + type + ".java"));
    }

    private static boolean isJdkType(String name) {
        return JDK_PACKAGES.stream().anyMatch(place -> {
            try {
                return Class.forName(place + "." + name, false, ClassLoader.getPlatformClassLoader()) != null;
            } catch (ClassNotFoundException e) {
                return false;
            }
        });
    }
}
