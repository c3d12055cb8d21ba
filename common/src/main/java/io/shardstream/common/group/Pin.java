package io.shardstream.common.group;

import io.shardstream.common.contract.record.PrimaryNodes;

/// What a member prefers: the partitions of one data node, those of the nodes that have an attribute, those of
/// whichever node has the fewest members, or none.
///
/// @param text the node's name, `<attribute>=<value>` as in the node's settings (`node.attr.<attribute>`), [#AUTO] or
///     empty
public record Pin(String text) {
    public static final Pin NONE = new Pin("");
    public static final Pin AUTO = new Pin("auto");

    /// Whether nothing is preferred.
    public boolean isNone() {
        return text.isEmpty();
    }

    /// Whether a node is among those that are preferred.
    boolean fits(String node, PrimaryNodes known) {
        if (isNone()) {
            return false;
        }
        int sign = text.indexOf('=');
        return equals(AUTO)
                || text.equals(node)
                || (sign > 0 && known.hasAttribute(node, text.substring(0, sign), text.substring(sign + 1)));
    }
}
