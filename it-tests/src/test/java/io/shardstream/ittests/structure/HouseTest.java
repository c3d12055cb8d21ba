package io.shardstream.ittests.structure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Names that exist once, packages that one can find, and the parts of `control` and `common` with what each
/// may use (CONTRIBUTING.md, "The rooms of the house").
class HouseTest {
    private static final int MOST_PACKAGES = 95;
    /// To be lowered to a half.
    private static final double MOST_PUBLIC = 0.61;
    /// Nobody guesses from these what a class does, or they mean something else to whoever knows Elasticsearch.
    private static final List<String> NO_NAMES = List.of(
            "Surroundings",
            "Around",
            "Reached",
            "Harvest",
            "Trouble",
            "Setbacks",
            "Errands",
            "Reveal",
            "Division",
            "GivingWay",
            "Happenings",
            "Told",
            "Standing",
            "Persistence",
            "Term");
    private static final List<String> NO_PACKAGES = List.of("words", "again", "news", "completion");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public (?:\\w+ |non-sealed )*(?:class|record|interface|enum|@interface) ");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.shardstream.control", "io.shardstream.common");

    @Test
    void noSimpleNameExistsTwice() {
        Map<String, List<String>> files = Stream.concat(types(), Project.testSources().stream())
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString(),
                        TreeMap::new,
                        Collectors.mapping(Project::name, Collectors.toList())));
        assertThat(files.values()).allMatch(one -> one.size() == 1);
    }

    @Test
    void noNameIsOneThatNobodyGuesses() {
        assertThat(types().map(HouseTest::simpleName)).doesNotContainAnyElementsOf(NO_NAMES);
        assertThat(packages().keySet())
                .noneMatch(name -> NO_PACKAGES.contains(name.getFileName().toString()));
    }

    @Test
    void noPackageHasASingleClassAndThereAreNotTooMany() {
        assertThat(packages().values()).doesNotContain(1L);
        assertThat(packages()).hasSizeLessThanOrEqualTo(MOST_PACKAGES);
    }

    @Test
    void mostTypesAreSeenByTheirPackageOnly() {
        long all = types().count();
        long visible = types().filter(
                        file -> PUBLIC_TYPE.matcher(Project.text(file)).find())
                .count();
        System.out.printf("Types: %d, public: %d%n", all, visible);
        assertThat((double) visible / all).isLessThan(MOST_PUBLIC);
    }

    @Test
    void thePartsOfControlUseOnlyThoseBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.shardstream.control..")
                .layer("state")
                .definedBy("io.shardstream.control.state..")
                .layer("index")
                .definedBy("io.shardstream.control.index..")
                .layer("compare")
                .definedBy("io.shardstream.control.compare..")
                .layer("run")
                .definedBy("io.shardstream.control.run..")
                .layer("preflight")
                .definedBy("io.shardstream.control.preflight..")
                .layer("console")
                .definedBy("io.shardstream.control.console..")
                .whereLayer("state")
                .mayNotAccessAnyLayer()
                .whereLayer("index")
                .mayOnlyAccessLayers("state")
                .whereLayer("compare")
                .mayOnlyAccessLayers("state", "index")
                .whereLayer("run")
                .mayOnlyAccessLayers("state", "index", "compare")
                .whereLayer("preflight")
                .mayOnlyAccessLayers("state", "index", "compare", "run")
                .whereLayer("console")
                .mayOnlyAccessLayers("state", "index", "compare", "run")
                .check(CLASSES);
    }

    /// What it holds is the protocol, whoever speaks it.
    @Test
    void theContractUsesNothingElseOfTheProject() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.shardstream..")
                .layer("contract")
                .definedBy("io.shardstream.common.contract..")
                .layer("rest")
                .definedBy("io.shardstream.(*)..")
                .whereLayer("contract")
                .mayNotAccessAnyLayer()
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.shardstream.common.contract"));
    }

    /// So that no mistake of a run's processes can hide itself in what judges them.
    @Test
    void whatJudgesRunsUsesNothingThatReadsOrWritesForThem() {
        classes()
                .that()
                .resideInAPackage("io.shardstream.workload..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("io.shardstream..")
                        .or(resideInAnyPackage(
                                "io.shardstream.workload..",
                                "io.shardstream.common.contract.bytes..",
                                "io.shardstream.common.runfile..",
                                "io.shardstream.common.tls.."))
                        .or(JavaClass.Predicates.simpleName("AnswerValues"))
                        .or(JavaClass.Predicates.simpleName("OwnSearches")))
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.shardstream.workload"));
    }

    private static Stream<Path> types() {
        return Project.mainSources().stream().filter(file -> !file.endsWith("package-info.java"));
    }

    private static String simpleName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    /// How many types each has.
    private static Map<Path, Long> packages() {
        return types().collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
    }
}
