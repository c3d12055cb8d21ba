package io.shardstream.bench.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Measures this process from one moment to another.
final class Meter implements AutoCloseable {
    private static final double NANOS = 1e9;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final com.sun.management.ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);

    private final HeapWatch heap = HeapWatch.start();
    private long begun = System.nanoTime();
    private final long processorBegun = SYSTEM.getProcessCpuTime();
    private final long allocatedBegun = THREADS.getTotalThreadAllocatedBytes();

    private Meter() {}

    static Meter start() {
        return new Meter();
    }

    /// The clock starts now; all else goes on.
    void startClock() {
        begun = System.nanoTime();
    }

    Done done(long documents, long bytes) {
        return new Done(
                documents,
                bytes,
                (System.nanoTime() - begun) / NANOS,
                (SYSTEM.getProcessCpuTime() - processorBegun) / NANOS,
                THREADS.getTotalThreadAllocatedBytes() - allocatedBegun,
                heap.most());
    }

    @Override
    public void close() {
        heap.close();
    }
}
