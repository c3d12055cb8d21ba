package io.shardstream.common.elastic;

import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.io.CloseMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// One Elasticsearch or OpenSearch cluster, spoken to in plain JSON through elasticsearch-java's
/// low-level client: by any node, or by a node of the caller's choice.
public final class ElasticCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ElasticCluster.class);

    private final ElasticSettings settings;
    private final CloseableHttpAsyncClient http;
    private final List<ElasticNode> seeds;
    private final SameCluster same;
    private final Map<String, ElasticNode> byAddress = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();

    private ElasticCluster(ElasticSettings settings, CloseableHttpAsyncClient http) {
        this.settings = settings;
        this.http = http;
        this.same = new SameCluster(settings.name(), byAddress::size, this::requireOneCluster, System::nanoTime);
        this.seeds = settings.nodes().stream()
                .map(uri -> nodeAt(addressOf(uri.getScheme(), uri.getAuthority()), true))
                .toList();
    }

    /// Asks nothing yet.
    ///
    /// @throws ElasticException if certificates or a key cannot be used
    public static ElasticCluster of(ElasticSettings settings) throws ElasticException {
        return new ElasticCluster(settings, HttpTransport.of(settings));
    }

    /// What sentences call this cluster: `source` or `target`.
    public String name() {
        return settings.name();
    }

    /// Sends the request to the addresses of the settings in turn, until one answers.
    ///
    /// @throws ElasticException.Unreachable if none does; a node may have carried the request out all the same
    public Reply send(Call call) throws ElasticException {
        int first = Math.floorMod(turn.getAndIncrement(), seeds.size());
        for (int i = 0; i < seeds.size() - 1; i++) {
            try {
                return seeds.get((first + i) % seeds.size()).send(call);
            } catch (ElasticException.Unreachable e) {
                // The next address may do; the last one's failure is the one that is told.
            }
        }
        return seeds.get((first + seeds.size() - 1) % seeds.size()).send(call);
    }

    /// Sends the request to one address of the settings, the next one each time: for what must not be carried out
    /// again much later, by a node that did not answer.
    ///
    /// @throws ElasticException.Unreachable if it does not answer; it may have carried the request out all the same
    public Reply sendOnce(Call call) throws ElasticException {
        return seeds.get(Math.floorMod(turn.getAndIncrement(), seeds.size())).send(call);
    }

    /// Asks all addresses of the settings, and not the next one that is needed, whether they lead to one
    /// cluster. Those that do not answer are passed over.
    ///
    /// @throws ElasticException.OtherCluster if they do not
    public void requireOneCluster() throws ElasticException.OtherCluster {
        for (ElasticNode seed : seeds) {
            try {
                seed.requireSameCluster();
            } catch (ElasticException.OtherCluster e) {
                throw e;
            } catch (ElasticException e) {
                LOG.debug("{} does not say which cluster it belongs to", seed, e);
            }
        }
    }

    /// The node at a publish address such as `10.0.0.3:9200`, as `_nodes/http` names it, reached by the
    /// scheme of the settings. Kept and shared: the same address gives the same node.
    public ElasticNode nodeAtPublishAddress(String publishAddress) {
        // With a host name the server answers "name/ip:port"; the certificate is for the name.
        int slash = publishAddress.indexOf('/');
        int port = publishAddress.lastIndexOf(':');
        String authority = slash > 0
                ? publishAddress.substring(0, slash) + publishAddress.substring(port)
                : publishAddress.substring(slash + 1);
        return nodeAt(addressOf(settings.nodes().getFirst().getScheme(), authority), false);
    }

    /// All nodes that answer HTTP, as one of them sees the cluster.
    public List<ListedNode> nodes() throws ElasticException {
        List<ListedNode> nodes = new ArrayList<>();
        for (JsonNode node : askForNodes()) {
            nodeOf(node)
                    .ifPresent(found ->
                            nodes.add(new ListedNode(found, node.path("version").asString(""))));
        }
        return nodes;
    }

    /// Those of them that hold shards, by the names that nodes give themselves (`node.name`).
    public Map<String, ElasticNode> dataNodesByName() throws ElasticException {
        Map<String, ElasticNode> nodes = new LinkedHashMap<>();
        for (JsonNode node : askForNodes()) {
            if (holdsShards(node)) {
                nodeOf(node).ifPresent(found -> nodes.put(node.path("name").asString(""), found));
            }
        }
        return nodes;
    }

    /// The roles are `data`, and since Elasticsearch 7.10 its tiers such as `data_hot`.
    private static boolean holdsShards(JsonNode node) {
        return node.path("roles")
                .valueStream()
                .anyMatch(role -> role.asString("").startsWith("data"));
    }

    private JsonNode askForNodes() throws ElasticException {
        return send(Call.get("/_nodes/http")
                        .with("filter_path", "nodes.*.name,nodes.*.version,nodes.*.roles,nodes.*.http.publish_address"))
                .orThrow()
                .json()
                .path("nodes");
    }

    private Optional<ElasticNode> nodeOf(JsonNode node) {
        String address = node.path("http").path("publish_address").asString("");
        return address.isEmpty() ? Optional.empty() : Optional.of(nodeAtPublishAddress(address));
    }

    @Override
    public void close() {
        http.close(CloseMode.IMMEDIATE);
    }

    private ElasticNode nodeAt(String address, boolean isNamed) {
        return byAddress.computeIfAbsent(
                address,
                key -> new ElasticNode(
                        settings.name(),
                        key,
                        clientFor(URI.create(key)),
                        settings.credentials(),
                        settings.requestTimeout(),
                        same.of(key, isNamed)));
    }

    private Rest5Client clientFor(URI address) {
        return Rest5Client.builder(address)
                .setHttpClient(http)
                .setMetaHeaderEnabled(false)
                .setDefaultHeaders(new Header[] {new BasicHeader("X-Opaque-Id", settings.opaqueId())})
                .build();
    }

    private static String addressOf(String scheme, String authority) {
        return scheme + "://" + authority;
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
