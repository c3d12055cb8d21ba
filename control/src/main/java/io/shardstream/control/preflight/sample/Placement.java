package io.shardstream.control.preflight.sample;

/// Who shares processors with whom. What is done on one machine adds up, what is done on several overlaps:
/// the machine with most to do decides.
///
/// @param serversTogether whether source and target share machines, or are one cluster
/// @param withSource whether readers and writers share a machine with the source
/// @param withTarget likewise with the target
public record Placement(boolean serversTogether, boolean withSource, boolean withTarget) {
    public Placement {
        serversTogether = serversTogether || (withSource && withTarget);
    }

    /// What one document takes, in the unit of the parts.
    ///
    /// @param read of the source
    /// @param written of the target
    /// @param beside of readers, writers and what else they need
    double together(double read, double written, double beside) {
        if (serversTogether) {
            boolean isAllOnOne = withSource || withTarget;
            return isAllOnOne ? read + written + beside : Math.max(read + written, beside);
        }
        double ofSource = read + (withSource ? beside : 0);
        double ofTarget = written + (withTarget ? beside : 0);
        return Math.max(beside, Math.max(ofSource, ofTarget));
    }

    /// For machines: `shared`, `servers_together`, or `apart`.
    public String label() {
        if (!serversTogether) {
            return "apart";
        }
        return withSource || withTarget ? "shared" : "servers_together";
    }
}
