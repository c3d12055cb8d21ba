package io.shardstream.common.elastic;

import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import io.shardstream.common.log.About;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
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
    private final NamedAddresses seeds;
    private final SameCluster same;
    private final LongSupplier nanoTime;
    private final Map<String, ElasticNode> byAddress = new ConcurrentHashMap<>();

    private ElasticCluster(ElasticSettings settings, CloseableHttpAsyncClient http, LongSupplier nanoTime) {
        this.settings = settings;
        this.http = http;
        this.nanoTime = nanoTime;
        this.same = new SameCluster(settings.name(), byAddress::size, this::requireOneCluster, nanoTime);
        this.seeds = new NamedAddresses(
                settings.nodes().stream()
                        .map(uri -> nodeAt(uri.getScheme(), HostAndPort.of(uri), true))
                        .toList(),
                nanoTime);
    }

    /// Asks nothing yet.
    ///
    /// @throws ElasticException if certificates or a key cannot be used
    public static ElasticCluster of(ElasticSettings settings) throws ElasticException {
        return of(settings, System::nanoTime);
    }

    /// The same with another clock.
    static ElasticCluster of(ElasticSettings settings, LongSupplier nanoTime) throws ElasticException {
        return new ElasticCluster(settings, HttpTransport.of(settings), nanoTime);
    }

    /// What sentences call this cluster: `source` or `target`.
    public String name() {
        return settings.name();
    }

    /// The longest silence while an answer is awaited, `request-timeout` of its section of the run file.
    public Duration requestTimeout() {
        return settings.requestTimeout();
    }

    /// Sends the request to the addresses of the settings in turn, until one answers.
    ///
    /// @throws ElasticException.Unreachable if none does; a node may have carried the request out all the same
    public Reply send(Call call) throws ElasticException {
        return seeds.send(call, _ -> true);
    }

    /// Sends the request to one address of the settings, the next one each time: for what must not be carried
    /// out again much later, by a node that did not answer. An address to which there is no connection has
    /// not got it, and is passed over.
    ///
    /// @throws ElasticException.Unreachable if it does not answer; it may have carried the request out all
    ///     the same, unless [ElasticException.Unreachable#wasNotSent()]
    public Reply sendOnce(Call call) throws ElasticException {
        return seeds.send(call, ElasticException.Unreachable::wasNotSent);
    }

    /// Asks all addresses of the settings, and not the next one that is needed, whether they lead to one
    /// cluster. Those that do not answer are passed over.
    ///
    /// @throws ElasticException.OtherCluster if they do not
    public void requireOneCluster() throws ElasticException.OtherCluster {
        for (ElasticNode seed : seeds.all()) {
            try {
                seed.requireSameCluster();
            } catch (ElasticException.OtherCluster e) {
                throw e;
            } catch (ElasticException e) {
                LOG.debug("{} does not say which cluster it belongs to", seed, e);
            }
        }
    }

    /// Addresses of the settings, and those that data nodes publish, that do not answer or lead to another
    /// cluster. Asks all of them; blocks for as long as the slowest takes.
    ///
    /// @throws ElasticException.Unreachable if none answers
    public List<SilentAddress> silentAddresses() throws ElasticException.Unreachable {
        Set<ElasticNode> published = new LinkedHashSet<>();
        try {
            published.addAll(dataNodesByName().values());
        } catch (ElasticException.Unreachable e) {
            throw e;
        } catch (ElasticException e) {
            LOG.debug("The {} does not say where its data nodes are", name(), e);
        }
        seeds.all().forEach(published::remove);
        List<SilentAddress> silent = new ArrayList<>(SilentAddresses.among(new LinkedHashSet<>(seeds.all()), true));
        silent.addAll(SilentAddresses.among(published, false));
        return silent;
    }

    /// Addresses that nodes publish and whose hosts the settings do not name, with scheme: what is sent to
    /// the cluster is sent there too. Sorted.
    public List<String> unnamedAddresses() throws ElasticException {
        Set<String> unnamed = new TreeSet<>();
        for (JsonNode node : askForNodes()) {
            PublishAddress.of(node.path("http").path("publish_address").asString(""))
                    .filter(place -> !settings.names(place))
                    .ifPresent(place -> unnamed.add(scheme() + "://" + place));
        }
        return List.copyOf(unnamed);
    }

    /// Whether credentials go to it as plain text.
    public boolean tellsCredentials() {
        return scheme().equals("http") && settings.credentials().header().isPresent();
    }

    private String scheme() {
        return settings.nodes().getFirst().getScheme();
    }

    /// The node at a publish address such as `10.0.0.3:9200`, as `_nodes/http` names it, reached by the
    /// scheme of the settings. Kept and shared: the same address gives the same node.
    ///
    /// What is no address gives a node that cannot be asked, so that the cluster's others can.
    public ElasticNode nodeAtPublishAddress(String publishAddress) {
        return nodeAtPublishAddress(publishAddress, "");
    }

    /// @param nodeName as the node calls itself; empty if that is not known
    private ElasticNode nodeAtPublishAddress(String publishAddress, String nodeName) {
        return PublishAddress.of(publishAddress)
                .map(place -> nodeAt(scheme(), place, false))
                .orElseGet(() -> nodeWithoutAddress(PublishAddress.shown(publishAddress), nodeName));
    }

    private ElasticNode nodeWithoutAddress(String shown, String nodeName) {
        return byAddress.computeIfAbsent("'" + shown + "'", key -> {
            About.node(nodeName)
                    .in(LOG.atWarn())
                    .log(
                            "Node '{}' of the {} publishes {} as its address, which is none, and is not asked itself:"
                                    + " set its http.publish_host",
                            nodeName,
                            name(),
                            key);
            return new ElasticNode(
                    settings.name(),
                    key,
                    null,
                    settings.credentials(),
                    settings.requestTimeout(),
                    same.of(key, false),
                    Optional.empty(),
                    new NoPipeline(nanoTime));
        });
    }

    /// All nodes that answer HTTP, as one of them sees the cluster.
    public List<ListedNode> nodes() throws ElasticException {
        List<ListedNode> nodes = new ArrayList<>();
        for (JsonNode node : askForNodes()) {
            nodeOf(node)
                    .ifPresent(found -> nodes.add(new ListedNode(
                            found,
                            node.path("name").asString(""),
                            node.path("version").asString(""))));
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
        JsonNode nodes = send(Call.get("/_nodes/http")
                        .with("filter_path", "nodes.*.name,nodes.*.version,nodes.*.roles,nodes.*.http.publish_address"))
                .orThrow()
                .json()
                .path("nodes");
        if (!nodes.isObject()) {
            throw new ElasticException.Malformed("The " + name() + " does not say which nodes it has");
        }
        return nodes;
    }

    private Optional<ElasticNode> nodeOf(JsonNode node) {
        String address = node.path("http").path("publish_address").asString("");
        return address.isEmpty()
                ? Optional.empty()
                : Optional.of(nodeAtPublishAddress(address, node.path("name").asString("")));
    }

    @Override
    public void close() {
        http.close(CloseMode.IMMEDIATE);
    }

    private ElasticNode nodeAt(String scheme, HostAndPort place, boolean isNamed) {
        return byAddress.computeIfAbsent(scheme + "://" + place, key -> {
            SameCluster.Membership membership = same.of(key, isNamed);
            return new ElasticNode(
                    settings.name(),
                    key,
                    clientFor(new HttpHost(scheme, place.host(), place.port().orElse(-1))),
                    settings.credentials(),
                    settings.requestTimeout(),
                    membership,
                    isNamed || scheme.equals("https") || settings.names(place)
                            ? Optional.empty()
                            : Optional.of(new Stranger(
                                    settings.name(), key, place.host(), membership, InetAddress::getAllByName)),
                    new NoPipeline(nanoTime));
        });
    }

    private Rest5Client clientFor(HttpHost address) {
        return Rest5Client.builder(address)
                .setHttpClient(http)
                .setMetaHeaderEnabled(false)
                .setDefaultHeaders(new Header[] {new BasicHeader("X-Opaque-Id", settings.opaqueId())})
                .build();
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
