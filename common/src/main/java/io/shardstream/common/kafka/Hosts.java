package io.shardstream.common.kafka;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// The hosts of a list of `host:port` with commas between.
final class Hosts {
    private Hosts() {}

    /// Whether this machine finds an address for at least one.
    static boolean anyIsKnown(String bootstrap) {
        return Arrays.stream(bootstrap.split(",", -1)).anyMatch(Hosts::isKnown);
    }

    private static boolean isKnown(String address) {
        String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
        try {
            return !host.isBlank() && InetAddress.getAllByName(host.strip()).length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
