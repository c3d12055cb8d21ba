package io.shardstream.bench.worker;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// The most that a collection leaves in this process's heap; what is left by one of young objects may be garbage in
/// part.
final class HeapWatch implements AutoCloseable {
    private static final Set<String> POOLS = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());

    private final AtomicLong most = new AtomicLong();
    private final NotificationListener listener = (notification, _) -> heard(notification);

    private HeapWatch() {}

    static HeapWatch start() {
        HeapWatch watch = new HeapWatch();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener(watch.listener, null, null);
        }
        return watch;
    }

    /// 0 if none was collected.
    long most() {
        return most.get();
    }

    private void heard(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            Map<String, MemoryUsage> after = GarbageCollectionNotificationInfo.from(
                            (CompositeData) notification.getUserData())
                    .getGcInfo()
                    .getMemoryUsageAfterGc();
            saw(after.entrySet().stream()
                    .filter(pool -> POOLS.contains(pool.getKey()))
                    .mapToLong(pool -> pool.getValue().getUsed())
                    .sum());
        }
    }

    private void saw(long bytes) {
        most.accumulateAndGet(bytes, Math::max);
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            try {
                ((NotificationEmitter) collector).removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("a collector was not listened to: " + collector.getName(), e);
            }
        }
    }
}
