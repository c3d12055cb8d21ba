package io.shardstream.control.survey.server;

import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
import java.util.List;

/// What is said of addresses that do not answer while others of the cluster do.
public final class AddressRule {
    private static final String SOURCE = "source";

    private AddressRule() {}

    /// One finding each.
    ///
    /// @param role `source` or `target`
    public static List<Finding> of(String role, List<SilentAddress> silent) {
        return silent.stream()
                .map(address ->
                        Finding.warns(FindingCode.ADDRESS_NOT_ANSWERING, what(role, address), advice(role, address)))
                .toList();
    }

    private static String what(String role, SilentAddress address) {
        return (address.isNamed()
                        ? "An address of " + role + ".nodes does not answer: "
                        : "A data node of the " + role + " does not answer at the address that it publishes: ")
                + address.why();
    }

    private static String advice(String role, SilentAddress address) {
        if (address.isNamed()) {
            return "Start the node, or take the address out of " + role
                    + ".nodes: until then requests go to the other addresses.";
        }
        String reached = "Make the address reachable from here, or set http.publish_host of the node";
        return role.equals(SOURCE)
                ? reached + ": readers ask the data nodes themselves, and wait for this one."
                : reached + ": until then writers send its documents through other nodes.";
    }
}
