package straum.cli.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The JVM at hand, for who reads the figures that were measured in it. */
final class Jvm {
    private Jvm() {}

    /** Its name and version, the heap, the collector, and the options that it was given. */
    static String told() {
        return String.format(
                Locale.ROOT,
                "%s %s with a heap of at most %,d MiB, collected by %s, and %s",
                System.getProperty("java.vm.name"),
                System.getProperty("java.version"),
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(" and ")),
                options(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }

    /** The options of the JVM itself among its arguments. */
    static String options(List<String> arguments) {
        String options = arguments.stream()
                // What follows -D is of the program.
                .filter(argument -> !argument.startsWith("-D"))
                .collect(Collectors.joining(" "));
        return options.isEmpty() ? "no options" : "`" + options + "`";
    }
}
