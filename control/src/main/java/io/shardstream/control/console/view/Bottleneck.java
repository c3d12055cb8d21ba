package io.shardstream.control.console.view;

/// What makes the run as fast as it is.
///
/// @param stage where
/// @param node the data node that it is at; empty if it is at none, or not known
/// @param sentence for people
public record Bottleneck(Stage stage, String node, String sentence) {
    /// A part of the pipeline.
    public enum Stage {
        /// Nothing is in the way, or nothing is left to do.
        NONE,
        /// Reading: writers wait for more.
        READ,
        /// Writing: readers wait, or what is read piles up in Kafka.
        WRITE,
        /// Somebody has limited, paused or stopped the run.
        RUN;

        /// As machines read it.
        public String label() {
            return switch (this) {
                case NONE -> "none";
                case READ -> "read";
                case WRITE -> "write";
                case RUN -> "run";
            };
        }
    }

    public static final Bottleneck NONE = new Bottleneck(Stage.NONE, "", "");
}
