package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What every source file has to keep to, beside what the compiler and the formatter check.
class SourceTest {
    private static final int LONGEST = 400;
    private static final Pattern LEFT_OPEN = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern OPENS_KAFKA = Pattern.compile("Connections\\.(of|kafka)(OfCommand|Command)?\\(");
    private static final Pattern SEES_THAT_IT_IS_ONE =
            Pattern.compile("Connections\\.(of|kafkaOf)Command\\(|\\.requireOneKafka\\(");
    /// A simulated process sleeps in simulated time.
    private static final Pattern SLEEP =
            Pattern.compile("Thread\\.sleep|TimeUnit\\.\\w+\\.sleep|(?<!\\bprocess\\.)\\bsleep\\(");

    /// Imports are counted nowhere.
    @Test
    void noClassIsLongerThan400Lines() {
        Map<Path, Long> lines = linesOf(Project.mainSources());
        List<Long> sorted = lines.values().stream().sorted().toList();
        List<String> largest = lines.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(3)
                .map(file -> file.getValue() + " " + file.getKey().getFileName())
                .toList();
        System.out.printf(
                "Main classes: %d, lines: median %d, 90 %% below %d, largest %s%n",
                sorted.size(), sorted.get(sorted.size() / 2), sorted.get(sorted.size() * 9 / 10), largest);

        assertThat(lines).isNotEmpty();
        assertThat(tooLong(lines)).as("files of more than %d lines", LONGEST).isEmpty();
    }

    @Test
    void noTestClassIsLongerThan400LinesEither() {
        Map<Path, Long> lines = linesOf(Project.testSources());
        assertThat(lines).isNotEmpty();
        assertThat(tooLong(lines))
                .as("test files of more than %d lines", LONGEST)
                .isEmpty();
    }

    private static Map<Path, Long> linesOf(List<Path> sources) {
        return sources.stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.toMap(
                        Function.identity(),
                        file -> Project.text(file)
                                .lines()
                                .filter(line -> !line.startsWith("import "))
                                .count()));
    }

    /// With how many lines each has.
    private static Stream<String> tooLong(Map<Path, Long> lines) {
        return lines.entrySet().stream()
                .filter(file -> file.getValue() > LONGEST)
                .map(file -> Project.name(file.getKey()) + ": " + file.getValue());
    }

    @Test
    void everyPackageSaysWhatLivesThereAndIsNullMarked() {
        Set<Path> packages = sources().map(Path::getParent).collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages.stream()
                        .filter(folder -> !isDescribed(packageInfo(folder)))
                        .map(Project::name))
                .as("packages without a package-info.java that begins with a comment and says @NullMarked")
                .isEmpty();
    }

    @Test
    void nothingIsLeftOpenInAComment() {
        assertThat(sources().filter(holds(LEFT_OPEN)).map(Project::name)).isEmpty();
    }

    @Test
    void noUnitTestSleeps() {
        assertThat(Project.testSources().stream().filter(holds(SLEEP)).map(Project::name))
                .allMatch(name -> name.startsWith("it-tests") || name.startsWith("localcluster"));
    }

    /// Of two Kafkas it would look for the run in either. What is left are parts of processes that have
    /// looked, the demo, which has one broker of its own, and `plan` and `doctor`, for which control looks.
    @Test
    void everyCommandThatOpensKafkaSeesThatItIsOne() {
        assertThat(Project.mainSources().stream()
                        .filter(file -> Project.name(file).startsWith("cli/"))
                        .filter(holds(OPENS_KAFKA)
                                .and(holds(SEES_THAT_IT_IS_ONE).negate()))
                        .map(file -> String.valueOf(file.getFileName())))
                .containsExactlyInAnyOrder(
                        "BlockGuard.java", "ControlHttp.java", "Copy.java", "DoctorCommand.java", "PlanCommand.java");
    }

    private static Stream<Path> sources() {
        return Stream.concat(Project.mainSources().stream(), Project.testSources().stream());
    }

    private static Predicate<Path> holds(Pattern pattern) {
        return file -> pattern.matcher(Project.text(file)).find();
    }

    private static boolean isDescribed(Path info) {
        return Files.exists(info)
                && Project.text(info).startsWith("///")
                && Project.text(info).contains("@NullMarked");
    }

    /// A test package is often a main package; then one package-info.java, the main one, serves both.
    private static Path packageInfo(Path folder) {
        Path own = folder.resolve("package-info.java");
        return Files.exists(own) ? own : Path.of(own.toString().replace("/src/test/java/", "/src/main/java/"));
    }
}
