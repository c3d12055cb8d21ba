package io.shardstream.ittests.structure;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Who may use whom, over the compiled main classes of all modules.
class DependencyTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Tests that others use come as a jar.
            .withImportOption(location -> !location.contains("-tests.jar"))
            // What JMH makes of benchmarks.
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importPackages("io.shardstream");

    /// From where a process is started, which owns its exit code and its output.
    private static final DescribedPredicate<JavaClass> ENTRY_POINT =
            describe("an entry point of cli or bench", DependencyTest::isEntryPoint);

    static Set<String> modules() {
        return new TreeSet<>(Project.MODULES.keySet());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyModuleIsLookedAt(String module) {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName)).anyMatch(name -> in(module, name));
    }

    @Test
    void everyClassLivesInThePackageOfAModule() {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct())
                .allMatch(name -> modules().stream().anyMatch(module -> in(module, name)));
    }

    @Test
    void noPackagesFormACycle() {
        slices().matching("io.shardstream.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void theClassesOfAModuleUseOnlyTheModulesThatItMayUse(String module) {
        Set<String> allowed = Project.MODULES.getOrDefault(module, Set.of());
        DescribedPredicate<JavaClass> other = describe(
                "in a module other than " + module + " and " + allowed,
                type -> in("", type.getPackageName())
                        && !in(module, type.getPackageName())
                        && allowed.stream().noneMatch(name -> in(name, type.getPackageName())));
        noClasses()
                .that()
                .resideInAPackage("io.shardstream." + module + "..")
                .should()
                .dependOnClassesThat(other)
                .check(CLASSES);
    }

    /// Who worked with a run that it found in another way would not notice that its run file belongs to another one.
    /// Not meant are those that look whether the run that they work for is still there.
    @Test
    void commandsFindARunByTheOneDoorThatComparesItsRunFile() {
        noClasses()
                .that()
                .resideInAPackage("io.shardstream.cli..")
                .and()
                .doNotHaveSimpleName("PlannedRun")
                .and()
                .doNotHaveSimpleName("PlanWatch")
                .and()
                .doNotHaveSimpleName("BlockedNote")
                .should()
                .dependOnClassesThat()
                .haveSimpleNameStartingWith("KnownRun")
                .orShould()
                .dependOnClassesThat()
                .haveSimpleName("ControlTopic")
                .check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void thePomOfAModuleNamesOnlyTheModulesThatItMayUse(String module) {
        Matcher named = Pattern.compile("<artifactId>shardstream-(\\w+)</artifactId>")
                .matcher(Project.text(Project.HOME.resolve(module).resolve("pom.xml")));
        Set<String> used = named.results()
                .map(one -> one.group(1))
                .filter(name -> !name.equals(module))
                .collect(Collectors.toSet());
        assertThat(Project.MODULES.getOrDefault(module, Set.of())).containsAll(used);
    }

    @Test
    void nullnessIsSaidWithJSpecifyAndLogsGoThroughSlf4j() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javax.annotation..", "java.util.logging..", "org.apache.commons.logging..")
                .check(CLASSES);
    }

    @Test
    void thereIsNoReflectionOfOurOwn() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("java.lang.reflect.."))
                .check(CLASSES);
    }

    @Test
    void onlyAnEntryPointEndsTheProcess() {
        noClasses()
                .that(not(ENTRY_POINT))
                .should()
                .callMethodWhere(describe("exit or halt", DependencyTest::endsTheProcess))
                .check(CLASSES);
    }

    @Test
    void onlyCliAndEntryPointsPrint() {
        noClasses()
                .that(not(resideInAPackage("io.shardstream.cli..").or(ENTRY_POINT)))
                .should()
                .accessTargetWhere(describe("standard output and error", DependencyTest::prints))
                .check(CLASSES);
    }

    @Test
    void namesSayWhatAThingIs() {
        classes()
                .should()
                .haveNameNotMatching(".*(Manager|Utils?|Helper|Impl|Data)(\\$.*)?")
                .check(CLASSES);
    }

    private static boolean in(String module, String packageName) {
        return (packageName + ".").startsWith(module.isEmpty() ? "io.shardstream." : "io.shardstream." + module + ".");
    }

    private static boolean isEntryPoint(JavaClass type) {
        return (in("cli", type.getPackageName()) || in("bench", type.getPackageName()))
                && type.tryGetMethod("main", String[].class).isPresent();
    }

    private static boolean endsTheProcess(JavaAccess<?> access) {
        boolean owner = access.getTargetOwner().isEquivalentTo(System.class)
                || access.getTargetOwner().isEquivalentTo(Runtime.class);
        return owner && Set.of("exit", "halt").contains(access.getTarget().getName());
    }

    private static boolean prints(JavaAccess<?> access) {
        boolean stream = access.getTargetOwner().isEquivalentTo(System.class)
                && Set.of("out", "err").contains(access.getTarget().getName());
        return stream || access.getTarget().getName().equals("printStackTrace");
    }
}
