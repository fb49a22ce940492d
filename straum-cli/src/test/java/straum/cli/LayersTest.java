package straum.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Dependencies point inward, and each outside thing is known in one place only. */
@AnalyzeClasses(
        packages = "straum",
        importOptions = {ImportOption.DoNotIncludeTests.class, LayersTest.NoTestJars.class})
class LayersTest {
    @ArchTest
    static final ArchRule dependenciesPointInward = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("straum..")
            .layer("domain")
            .definedBy("straum.domain..")
            .layer("app")
            .definedBy("straum.app..")
            .layer("pg")
            .definedBy("straum.pg..")
            .layer("http")
            .definedBy("straum.http..")
            .layer("notation")
            .definedBy("straum.notation..")
            .layer("cli")
            .definedBy("straum.cli..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("pg")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("http")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("notation")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("app")
            .mayOnlyBeAccessedByLayers("pg", "http", "cli");

    @ArchTest
    static final ArchRule everyClassBelongsToALayer = classes()
            .should()
            .resideInAnyPackage(
                    "straum.domain..",
                    "straum.app..",
                    "straum.pg..",
                    "straum.http..",
                    "straum.notation..",
                    "straum.cli..");

    @ArchTest
    static final ArchRule theDomainIsLayeredStoreAskSpecValue = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("straum.domain..")
            .layer("value")
            .definedBy("straum.domain.value..")
            .layer("spec")
            .definedBy("straum.domain.spec..")
            .layer("ask")
            .definedBy("straum.domain.ask..")
            .layer("store")
            .definedBy("straum.domain.store..")
            .whereLayer("store")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("ask")
            .mayOnlyBeAccessedByLayers("store")
            .whereLayer("spec")
            .mayOnlyBeAccessedByLayers("ask", "store");

    @ArchTest
    static final ArchRule noPackagesDependOnEachOther =
            slices().matching("straum.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theDomainDependsOnNothingButTheLanguage = classes()
            .that()
            .resideInAPackage("straum.domain..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "straum.domain..",
                            "java.lang..",
                            "java.math..",
                            "java.nio..",
                            "java.text..",
                            "java.time..",
                            "java.util..",
                            "org.jspecify.annotations..")
                    .and(not(resideInAnyPackage("java.nio.channels..", "java.nio.file..", "java.lang.reflect..")))
                    .or(belongToAnyOf(Serializable.class, java.io.ObjectStreamException.class)));

    @ArchTest
    static final ArchRule theDomainHasNoThreadsLocksOrClocks = noClasses()
            .that()
            .resideInAPackage("straum.domain..")
            .should()
            .dependOnClassesThat(resideInAPackage("java.util.concurrent..")
                    .and(not(belongToAnyOf(TimeUnit.class)))
                    .or(belongToAnyOf(Thread.class, ThreadLocal.class, Lock.class, java.time.Clock.class)))
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule nettyStaysInHttp = onlyIn("straum.http..", "io.netty..");

    @ArchTest
    static final ArchRule theSqlParserStaysInNotation = onlyIn("straum.notation..", "net.sf.jsqlparser..");

    @ArchTest
    static final ArchRule theCommandLineAndTheTerminalStayInCli =
            onlyIn("straum.cli..", "picocli..", "org.jline..", "ch.qos.logback..");

    /** The demo is the one exception: it fills the sample database it brings along. */
    @ArchTest
    static final ArchRule connectionsToPostgresStayInPg = noClasses()
            .that()
            .resideOutsideOfPackage("straum.pg")
            .and()
            .haveNameNotMatching("straum\\.cli\\.Demo.*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..");

    @ArchTest
    static final ArchRule theDecoderReadsNoSocket = noClasses()
            .that()
            .resideInAPackage("straum.pg.pgoutput..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.channels..", "java.nio.file..", "java.sql..", "org.slf4j..");

    @ArchTest
    static final ArchRule onlyTheWiringNamesAllAdapters = noClasses()
            .that()
            .resideInAPackage("straum.cli..")
            .and()
            .haveNameNotMatching("straum\\.cli\\.(Wiring|Running)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("straum.http..");

    private static ArchRule onlyIn(String home, String... libraries) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries);
    }

    /** Leaves out the jars of other modules' tests, which are on the class path too. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }
}
