package io.shardstream.control.console.view;

/// How fast something of a simulated run goes: means that forget what is older than ten seconds, a minute,
/// ten minutes.
final class SimulatedRate {
    private int seconds;
    private double tenSeconds;
    private double minute;
    private double tenMinutes;

    void second(double number) {
        seconds++;
        tenSeconds += (number - tenSeconds) / Math.min(10, seconds);
        minute += (number - minute) / Math.min(60, seconds);
        tenMinutes += (number - tenMinutes) / Math.min(600, seconds);
    }

    Rates rates() {
        return new Rates(tenSeconds, minute, tenMinutes);
    }
}
