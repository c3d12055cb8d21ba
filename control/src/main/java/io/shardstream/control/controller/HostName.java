package io.shardstream.control.controller;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// What this machine is called.
final class HostName {
    private HostName() {}

    static String here() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
