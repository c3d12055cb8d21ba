package io.shardstream.control.index.server;

import io.shardstream.common.elastic.SilentAddress;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.NameList;
import java.util.List;
import java.util.Optional;

/// What is said of addresses that do not answer while others of the cluster do, and of those that only the
/// cluster itself names.
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

    /// One finding for all.
    ///
    /// @param role `source` or `target`
    /// @param unnamed addresses that nodes publish and whose hosts the run file does not name
    /// @param tellsCredentials whether credentials go there as plain text
    public static Optional<Finding> ofUnnamed(String role, List<String> unnamed, boolean tellsCredentials) {
        if (unnamed.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Finding.notes(
                FindingCode.ADDRESSES_NOT_NAMED,
                "Nodes of the " + role + " publish addresses whose hosts are not in " + role + ".nodes: "
                        + NameList.of(unnamed) + ".",
                tellsCredentials
                        ? "Over http, credentials go to those in a private network that behave as nodes of this cluster,"
                                + " and to no others: check that all of them are yours, and name their hosts in " + role
                                + ".nodes, or use https."
                        : "Data nodes among them are asked there."));
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
