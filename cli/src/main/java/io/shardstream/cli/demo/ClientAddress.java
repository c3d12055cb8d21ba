package io.shardstream.cli.demo;

import io.shardstream.common.elastic.HostAndPort;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/// An address as the JDK's HTTP client takes it. It refuses hosts whose names have an underscore, which are
/// no names in the JDK's eyes (`HttpRequestBuilderImpl.checkURI`, [URI#getHost()]): their IP address stands
/// for these.
final class ClientAddress {
    private ClientAddress() {}

    /// Looks up the address of a host.
    @FunctionalInterface
    interface Lookup {
        InetAddress find(String host) throws UnknownHostException;
    }

    /// @throws IllegalArgumentException if there is no way to ask such a host; the message is a sentence
    ///     without its beginning
    static URI of(URI address) {
        return of(address, InetAddress::getByName);
    }

    static URI of(URI address, Lookup lookup) {
        if (address.getHost() != null) {
            return address;
        }
        HostAndPort place = HostAndPort.of(address);
        if (address.getScheme().equals("https")) {
            throw new IllegalArgumentException("names the host " + place.host() + " with an underscore, for which no"
                    + " certificate can be checked here: name it otherwise");
        }
        try {
            InetAddress found = lookup.find(place.host());
            String host = found instanceof Inet6Address ? "[" + found.getHostAddress() + "]" : found.getHostAddress();
            return URI.create(address.getScheme() + "://" + new HostAndPort(host, place.port()));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "names the host " + place.host() + ", whose address nobody knows: correct the name", e);
        }
    }
}
