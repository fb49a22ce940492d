package straum.cli.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Straum beside its peers, in the same run and in turn: prints one Markdown table, ratios first, and its progress on the
 * standard error. {@code scripts/bench [ROWS [RUNS [SECTION,...]]]} runs it.
 */
final class SystemBench {
    private static final Map<String, Bench.Section> SECTIONS = all();

    private static Map<String, Bench.Section> all() {
        Map<String, Bench.Section> sections = new LinkedHashMap<>();
        sections.put("load", LoadSection::run);
        sections.put("follow", FollowSection::whenBehind);
        sections.put("streaming", FollowSection::streaming);
        sections.put("freshness", FreshnessSection::run);
        sections.put("asks", AsksSection::run);
        sections.put("small-asks", SmallAsksSection::run);
        sections.put("dims", DimsSection::run);
        sections.put("beside", BesideSection::run);
        sections.put("growth", GrowthSection::run);
        return Collections.unmodifiableMap(sections);
    }

    private SystemBench() {}

    /** The names of the sections, in the order in which they run. */
    static Set<String> sections() {
        return SECTIONS.keySet();
    }

    /** Takes what {@link Options} reads. */
    public static void main(String[] args) throws Exception {
        Options options = Options.read(args, sections());
        if (options == null) {
            System.err.println("scripts/bench --help says which arguments there are");
            System.exit(2);
            return;
        }
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        try (Samples samples = Samples.open(options.rows())) {
            Bench bench = new Bench(samples, options, new Report());
            try {
                for (String section : options.sections()) {
                    System.err.println("section " + section);
                    Objects.requireNonNull(SECTIONS.get(section)).run(bench);
                }
            } finally {
                // What has been measured is told, also when something fails.
                print(bench, args);
            }
        }
    }

    private static void print(Bench bench, String[] args) throws IOException {
        Options options = bench.options();
        System.out.printf(
                Locale.ROOT,
                "%n`scripts/bench%s` on %s: %s; PostgreSQL %s without fsync, %s." + " Samples: %s; %s.%n%n",
                args.length == 0 ? "" : " " + String.join(" ", args),
                LocalDate.now(ZoneOffset.UTC),
                machine(),
                bench.server().value("postgres", "SELECT split_part(current_setting('server_version'), ' ', 1)"),
                Jvm.told(),
                bench.samples().told(),
                options.told());
        System.out.print(bench.report().table());
    }

    /** The processors and the memory. */
    private static String machine() throws IOException {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                Locale.ROOT,
                "%d processors%s, %.0f GiB",
                Bench.processors(),
                model(),
                system.getTotalMemorySize() / (double) (1 << 30));
    }

    /** What Linux says of the processor. */
    private static String model() throws IOException {
        Path processors = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(processors)) {
            return "";
        }
        try (var lines = Files.lines(processors)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
                    .findFirst()
                    .orElse("");
        }
    }
}
