package io.shardstream.common.group;

/// What a member prefers: the partitions of one data node, those of whichever node has the fewest members, or none.
///
/// @param text the node's name, [#AUTO] or empty
public record Pin(String text) {
    public static final Pin NONE = new Pin("");
    public static final Pin AUTO = new Pin("auto");

    public boolean isAuto() {
        return equals(AUTO);
    }

    /// Whether it names a node.
    public boolean isToNode() {
        return !text.isEmpty() && !isAuto();
    }
}
