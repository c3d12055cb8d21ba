package io.shardstream.common.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Set;
import java.util.stream.Stream;

/// What Micrometer measures of the process itself, cut down to what [Metric] lists.
final class ProcessMeters implements AutoCloseable {
    private static final Set<String> KEPT = Set.of(
            "jvm.memory.used",
            "jvm.memory.max",
            "jvm.gc.pause",
            "jvm.threads.live",
            "process.cpu.usage",
            "process.uptime");

    private final JvmGcMetrics pauses = new JvmGcMetrics();

    ProcessMeters(MeterRegistry registry) {
        registry.config()
                .meterFilter(MeterFilter.deny(id -> isOfProcess(id.getName()) && !KEPT.contains(id.getName())));
        new JvmMemoryMetrics().bindTo(registry);
        pauses.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private static boolean isOfProcess(String name) {
        return Stream.of("jvm.", "process.", "system.").anyMatch(name::startsWith);
    }

    @Override
    public void close() {
        pauses.close();
    }
}
