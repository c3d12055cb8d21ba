package io.shardstream.control.index.server;

import java.util.OptionalLong;

/// How much of a disk a node wants to keep free: above the high watermark the cluster moves shards away from it
/// (`cluster.routing.allocation.disk.watermark.high`), and above the flood stage it blocks their indices.
///
/// A percentage (`90%`) or ratio (`0.9`) is of the disk that is used, a size (`20gb`) is what stays free. Since
/// Elasticsearch 8.5 a percentage keeps no more than `…high.max_headroom` free.
public final class Watermark {
    private static final String HIGH = "cluster.routing.allocation.disk.watermark.high";
    private static final String HEADROOM = HIGH + ".max_headroom";
    private static final String ENABLED = "cluster.routing.allocation.disk.threshold_enabled";
    private static final String DEFAULT = "90%";
    private static final double WHOLE = 100;

    private final String text;
    private final OptionalLong mostHeadroom;

    private Watermark(String text, OptionalLong mostHeadroom) {
        this.text = text;
        this.mostHeadroom = mostHeadroom;
    }

    public static Watermark high(ClusterSettings settings) {
        boolean isOff = settings.get(ENABLED).filter("false"::equals).isPresent();
        OptionalLong headroom = settings.get(HEADROOM).map(ByteSize::parse).orElse(OptionalLong.empty());
        return new Watermark(isOff ? "0b" : settings.get(HIGH).orElse(DEFAULT).strip(), headroom);
    }

    /// Bytes of a disk of that size that stay free.
    public long keptFree(long totalBytes) {
        OptionalLong used = usedShare();
        if (used.isEmpty()) {
            return ByteSize.parse(text)
                    .orElseGet(() -> high(ClusterSettings.NONE).keptFree(totalBytes));
        }
        long kept = Math.round(totalBytes * (1 - used.getAsLong() / (WHOLE * WHOLE)));
        return mostHeadroom.isPresent() ? Math.min(kept, mostHeadroom.getAsLong()) : kept;
    }

    /// In hundredths of a per cent; empty where the setting is a size.
    private OptionalLong usedShare() {
        try {
            if (text.endsWith("%")) {
                double percent = Double.parseDouble(text.substring(0, text.length() - 1));
                return OptionalLong.of(Math.round(percent * WHOLE));
            }
            return OptionalLong.of(Math.round(Double.parseDouble(text) * WHOLE * WHOLE));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
