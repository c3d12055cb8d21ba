package io.shardstream.bench.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/// Measures this process from one moment to another.
final class Meter {
    private static final double NANOS = 1e9;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final com.sun.management.ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);

    private final long begun = System.nanoTime();
    private final long processorBegun = SYSTEM.getProcessCpuTime();
    private final long allocatedBegun = THREADS.getTotalThreadAllocatedBytes();

    private Meter() {}

    static Meter start() {
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
        return new Meter();
    }

    Done done(long documents, long bytes) {
        return new Done(
                documents,
                bytes,
                (System.nanoTime() - begun) / NANOS,
                (SYSTEM.getProcessCpuTime() - processorBegun) / NANOS,
                THREADS.getTotalThreadAllocatedBytes() - allocatedBegun,
                peak());
    }

    /// Pools have their peaks at different moments: this is a little more than the heap ever held.
    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
