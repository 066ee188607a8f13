package dev.reprise.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.OkHttp;
import org.junit.jupiter.api.Test;

/**
 * What retry-okhttp, compiled against OkHttp 5, uses of OkHttp must be there in 4.12 with the same descriptor. Hooks that only
 * newer versions have are used in classes named {@code OkHttp5…} alone, which are loaded where the hook was found.
 */
class OkHttp4LinkageTest {

    private static final JavaClasses ADAPTER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.reprise.okhttp");

    @Test
    void the_adapter_is_seen_beside_okhttp_4_12() throws Exception {
        assertThat(ADAPTER).isNotEmpty();
        assertThat(OkHttp.class.getField("VERSION").get(null)).isEqualTo("4.12.0");
    }

    @Test
    void every_type_that_the_adapter_mentions_exists() {
        assertThat(adapter()
                        .flatMap(c -> c.getDirectDependenciesFromSelf().stream())
                        .filter(d -> ofOkHttp(d.getTargetClass().getBaseComponentType()))
                        .filter(d -> !d.getTargetClass().getBaseComponentType().isFullyImported())
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    @Test
    void every_member_that_the_adapter_uses_exists() {
        assertThat(adapter()
                        .flatMap(c -> c.getAccessesFromSelf().stream())
                        .filter(a -> ofOkHttp(a.getTargetOwner()) || ofAdapter(a.getTargetOwner()))
                        .filter(a -> !exists(a.getTarget()))
                        .map(JavaAccess::getDescription))
                .isEmpty();
    }

    private static Stream<JavaClass> adapter() {
        return ADAPTER.stream().filter(c -> !c.getName().startsWith("dev.reprise.okhttp.OkHttp5"));
    }

    private static boolean ofAdapter(JavaClass type) {
        // An enum copies its array of constants, which is no member of any library.
        return !type.isArray() && type.getPackageName().startsWith("dev.reprise.okhttp");
    }

    private static boolean ofOkHttp(JavaClass type) {
        return type.getPackageName().matches("(okhttp3|okio)(\\..*)?");
    }

    /** Newer compilers name an interface as the owner of what every object has; the virtual machine finds it all the same. */
    private static boolean isOfEveryObject(AccessTarget target) {
        return target instanceof AccessTarget.MethodCallTarget method
                && Stream.of(Object.class.getDeclaredMethods())
                        .anyMatch(m -> m.getName().equals(method.getName())
                                && Stream.of(m.getParameterTypes())
                                        .map(Class::getName)
                                        .toList()
                                        .equals(method.getRawParameterTypes().stream()
                                                .map(JavaClass::getName)
                                                .toList()));
    }

    private static boolean exists(AccessTarget target) {
        Optional<? extends JavaMember> member = target.resolveMember();
        if (member.isEmpty()) {
            return isOfEveryObject(target);
        }
        // The type of a field and of a result is part of the descriptor by which the virtual machine links.
        if (target instanceof AccessTarget.FieldAccessTarget field) {
            return member.get() instanceof JavaField f && f.getRawType().equals(field.getRawType());
        }
        if (target instanceof AccessTarget.MethodCallTarget method) {
            return member.get() instanceof JavaMethod m && m.getRawReturnType().equals(method.getRawReturnType());
        }
        return true;
    }
}
