package io.shardstream.localcluster.artifact;

/// The Java feature versions that a server runs on, both ends included.
public record JdkRange(int lowest, int highest) {

    public JdkRange {
        if (lowest > highest) {
            throw new IllegalArgumentException("Java range is empty: " + lowest + " to " + highest);
        }
    }

    /// Exactly one feature version.
    public static JdkRange only(int feature) {
        return new JdkRange(feature, feature);
    }

    /// That feature version and every newer one.
    public static JdkRange from(int feature) {
        return new JdkRange(feature, Integer.MAX_VALUE);
    }

    public boolean contains(Jdk jdk) {
        return lowest <= jdk.feature() && jdk.feature() <= highest;
    }

    @Override
    public String toString() {
        if (lowest == highest) {
            return "JDK " + lowest;
        }
        return highest == Integer.MAX_VALUE ? "JDK " + lowest + " or newer" : "JDK " + lowest + " to " + highest;
    }
}
