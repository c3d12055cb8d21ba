package io.shardstream.ittests.server;

import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.proxy.Protocol;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchClusterBuilder;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A search cluster whose nodes give proxies' addresses as their own, so that whoever asks for the nodes'
/// addresses goes through the proxies too.
///
/// @param servers the cluster itself
/// @param proxies one for each node, in the nodes' order
public record ProxiedCluster(SearchCluster servers, List<FaultProxy> proxies) implements AutoCloseable {
    public static ProxiedCluster start(SearchServerVersion version, int nodes, int heapMegabytes) {
        return start(version, nodes, heapMegabytes, Map.of());
    }

    /// @param settings of all nodes
    public static ProxiedCluster start(
            SearchServerVersion version, int nodes, int heapMegabytes, Map<String, String> settings) {
        return start(version, nodes, heapMegabytes, wanted -> settings.forEach(wanted::setting));
    }

    /// @param further says what else is wanted
    public static ProxiedCluster start(
            SearchServerVersion version, int nodes, int heapMegabytes, Consumer<SearchClusterBuilder> further) {
        List<FaultProxy> proxies =
                Stream.generate(() -> FaultProxy.of(Protocol.HTTP)).limit(nodes).toList();
        SearchClusterBuilder wanted = SearchCluster.of(version)
                .nodes(nodes)
                .heapMegabytes(heapMegabytes)
                .compilingLittle();
        further.accept(wanted);
        IntStream.range(0, nodes)
                .forEach(node -> wanted.nodeSetting(
                        node, "http.publish_port", "" + proxies.get(node).port()));
        SearchCluster servers = wanted.start();
        IntStream.range(0, nodes)
                .forEach(node -> proxies.get(node).before(servers.node(node).httpPort()));
        return new ProxiedCluster(servers, proxies);
    }

    /// The nodes' addresses as clients see them.
    public List<URI> urls() {
        return proxies.stream()
                .map(proxy -> URI.create("http://127.0.0.1:" + proxy.port()))
                .toList();
    }

    /// Requests past the proxies.
    public Rest rest() {
        return new Rest(servers.url());
    }

    /// Holds one message, at whichever node it passes.
    ///
    /// @param number which of those is held, counted over all of them from now on, the first is 1
    public HoldPoint hold(Direction direction, Predicate<String> wanted, int number) {
        return FaultProxy.holdAtAny(proxies, direction, wanted, number);
    }

    /// Holds nothing, but tells when that many requests have come, whichever node they were for.
    public HoldPoint watch(Predicate<String> wanted, int number) {
        HoldPoint point = hold(Direction.REQUEST, wanted, number);
        point.pass();
        return point;
    }

    /// Lets everything held go on and holds nothing more.
    public void clear() {
        proxies.forEach(FaultProxy::clear);
    }

    @Override
    public void close() {
        servers.close();
        proxies.forEach(FaultProxy::close);
    }
}
