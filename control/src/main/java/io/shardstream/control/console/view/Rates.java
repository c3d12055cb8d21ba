package io.shardstream.control.console.view;

/// How much of something there was a second, over the last time. Where it was watched for less time than
/// that, over the time that it was watched.
///
/// @param tenSeconds over the last ten seconds
/// @param minute over the last minute
/// @param tenMinutes over the last ten minutes
public record Rates(double tenSeconds, double minute, double tenMinutes) {
    public static final Rates NONE = new Rates(0, 0, 0);

    public Rates {
        if (tenSeconds < 0 || minute < 0 || tenMinutes < 0) {
            throw new IllegalArgumentException(
                    "what is counted does not fall, got rates " + tenSeconds + ", " + minute + ", " + tenMinutes);
        }
    }

    public Rates plus(Rates other) {
        return new Rates(tenSeconds + other.tenSeconds, minute + other.minute, tenMinutes + other.tenMinutes);
    }

    public Rates times(double factor) {
        return new Rates(tenSeconds * factor, minute * factor, tenMinutes * factor);
    }

    public double slowest() {
        return Math.min(tenSeconds, Math.min(minute, tenMinutes));
    }

    public double fastest() {
        return Math.max(tenSeconds, Math.max(minute, tenMinutes));
    }
}
