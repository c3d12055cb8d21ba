package io.shardstream.control.index;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Which server answers `GET /`.
///
/// @param distribution `Elasticsearch`, `OpenSearch`, or empty if it is neither
/// @param number its version, such as `8.19.4`; empty if it does not tell
public record Server(String distribution, String number) {
    public static final String ELASTICSEARCH = "Elasticsearch";
    public static final String OPENSEARCH = "OpenSearch";

    /// One that does not say what it is.
    public static final Server SILENT = new Server("", "");

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

    /// OpenSearch says so under `version.distribution`, also where it gives the number 7.10.2 to please old clients;
    /// Elasticsearch says what it is by its build flavour and its tagline only.
    public static Server of(JsonNode root) {
        JsonNode version = root.path("version");
        String number = version.path("number").asString("");
        if (version.path("distribution").asString("").equals("opensearch")) {
            return new Server(OPENSEARCH, number);
        }
        boolean isElasticsearch =
                version.has("build_flavor") || root.path("tagline").asString("").equals("You Know, for Search");
        return new Server(isElasticsearch ? ELASTICSEARCH : "", number);
    }

    /// The same by an entry of `GET /_nodes`: Elasticsearch has `build_flavor` there (`NodesInfoResponse`), OpenSearch
    /// only the type.
    static Server ofNode(JsonNode node) {
        String number = node.path("version").asString("");
        if (node.has("build_flavor")) {
            return new Server(ELASTICSEARCH, number);
        }
        return new Server(node.has("build_type") ? OPENSEARCH : "", number);
    }

    /// Empty number: 0.
    public int major() {
        return part(1);
    }

    public int minor() {
        return part(2);
    }

    private int part(int group) {
        Matcher matcher = NUMBER.matcher(number);
        return matcher.matches() ? Integer.parseInt(matcher.group(group)) : 0;
    }

    @Override
    public String toString() {
        return distribution.isEmpty() ? "a server that does not say what it is" : (distribution + " " + number).strip();
    }
}
