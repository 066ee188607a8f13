package dev.reprise.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Holds the arrows between the packages of retry-core, and what every class in it must keep to. */
class ArchitectureTest {

    private static final String ROOT = "dev.reprise";
    private static final String INTERNAL = "dev.reprise.internal..";
    private static final String TIME = "dev.reprise.time..";
    private static final String ACTION = "dev.reprise.action..";
    private static final String CHAIN = "dev.reprise.chain..";

    /** What any package may use. */
    private static final String ARITHMETIC = "dev.reprise.internal.math";

    private static final String[] SMALL_PACKAGES = {
        "dev.reprise.outcome..",
        "dev.reprise.backoff..",
        "dev.reprise.deadline..",
        "dev.reprise.budget..",
        "dev.reprise.breaker..",
        "dev.reprise.http..",
        ACTION,
        CHAIN,
        "dev.reprise.event..",
        TIME
    };

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT)
            .that(not(resideInAPackage("dev.reprise.testing..")));

    private static final DescribedPredicate<JavaAccess<?>> READS_A_CLOCK =
            uses(System.class, Set.of("currentTimeMillis", "nanoTime")).or(uses(Instant.class, Set.of("now")));

    @Test
    void the_small_packages_know_nothing_of_the_root_package() {
        hold(noClasses()
                .that()
                .resideInAnyPackage(SMALL_PACKAGES)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT));
    }

    @Test
    void the_packages_form_no_cycle_besides_the_machine_that_drives_them_all() {
        hold(slices().matching("dev.reprise.(*)..")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(resideInAPackage(INTERNAL), alwaysTrue()));
    }

    @Test
    void internals_are_used_by_the_root_package_actions_and_chains_only_but_for_arithmetic() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackages(ROOT, INTERNAL, ACTION, CHAIN)
                .should()
                .dependOnClassesThat(resideInAPackage(INTERNAL).and(not(resideInAPackage(ARITHMETIC)))));
    }

    @Test
    void the_arithmetic_of_durations_knows_nothing_of_reprise() {
        hold(noClasses()
                .that()
                .resideInAPackage(ARITHMETIC)
                .should()
                .dependOnClassesThat(resideInAPackage("dev.reprise..").and(not(resideInAPackage(ARITHMETIC)))));
    }

    @Test
    void the_engine_of_actions_knows_nothing_of_the_machine_or_the_root_package() {
        hold(noClasses()
                .that()
                .resideInAPackage("dev.reprise.internal.action..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, "dev.reprise.internal"));
    }

    @Test
    void core_knows_no_http_client_and_nothing_beyond_the_base_of_java_slf4j_and_jspecify() {
        hold(classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java.io",
                                "java.lang..",
                                "java.math",
                                "java.net",
                                "java.nio..",
                                "java.security..",
                                "java.text",
                                "java.time..",
                                "java.util..",
                                "org.jspecify.annotations",
                                "org.slf4j..",
                                ROOT,
                                "dev.reprise.internal..")
                        .or(resideInAnyPackage(SMALL_PACKAGES))
                        // The fingerprint is an HMAC, and the handshake's exceptions are evidence.
                        .or(resideInAnyPackage("javax.crypto..", "javax.net.ssl"))));
    }

    @Test
    void every_package_is_null_marked() {
        assertThat(CORE.stream()
                        .map(JavaClass::getPackage)
                        .distinct()
                        .filter(p -> !p.isAnnotatedWith(NullMarked.class))
                        .map(JavaPackage::getName))
                .as("packages without a package-info that is @NullMarked")
                .isEmpty();
    }

    @Test
    void no_public_field_can_be_assigned() {
        hold(fields().that().arePublic().should().beFinal());
    }

    @Test
    void public_types_are_not_made_for_inheritance() {
        hold(classes()
                .that()
                .arePublic()
                .and()
                .resideOutsideOfPackage(INTERNAL)
                .should()
                .beInterfaces()
                .orShould()
                .beEnums()
                .orShould()
                .beAssignableTo(Throwable.class)
                .orShould()
                .haveModifier(JavaModifier.FINAL));
    }

    @Test
    void nothing_prints() {
        hold(noClasses()
                .should()
                .accessTargetWhere(
                        uses(System.class, Set.of("out", "err")).or(uses(Throwable.class, Set.of("printStackTrace")))));
    }

    @Test
    void clocks_are_read_in_the_time_package_only() {
        hold(noClasses().that().resideOutsideOfPackage(TIME).should().accessTargetWhere(READS_A_CLOCK));
    }

    @Test
    void threads_sleep_in_the_time_package_and_the_internals_only() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackages(TIME, INTERNAL)
                .should()
                .accessTargetWhere(uses(Thread.class, Set.of("sleep")).or(uses(TimeUnit.class, Set.of("sleep")))));
    }

    private static DescribedPredicate<JavaAccess<?>> uses(Class<?> owner, Set<String> names) {
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + names,
                access -> access.getTargetOwner().isAssignableTo(owner)
                        && names.contains(access.getTarget().getName()));
    }

    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(CORE);
    }
}
