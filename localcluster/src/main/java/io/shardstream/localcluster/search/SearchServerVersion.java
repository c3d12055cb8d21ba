package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.JdkRange;
import io.shardstream.localcluster.process.LocalServerException;
import java.util.Arrays;
import java.util.stream.Collectors;

/// A search server that can be started here, written such as `elasticsearch:9.5.3`.
public enum SearchServerVersion {
    ELASTICSEARCH_9(Product.ELASTICSEARCH, "9.5.3"),
    ELASTICSEARCH_8(Product.ELASTICSEARCH, "8.19.21"),
    ELASTICSEARCH_7(Product.ELASTICSEARCH, "7.17.29"),
    /// The last one under Apache's licence, without x-pack.
    ELASTICSEARCH_7_10(Product.ELASTICSEARCH, "7.10.2"),
    OPENSEARCH_3(Product.OPENSEARCH, "3.8.0"),
    OPENSEARCH_2(Product.OPENSEARCH, "2.19.6"),
    OPENSEARCH_1(Product.OPENSEARCH, "1.3.20");

    /// The server's product line.
    public enum Product {
        ELASTICSEARCH,
        OPENSEARCH;

        String word() {
            return switch (this) {
                case ELASTICSEARCH -> "elasticsearch";
                case OPENSEARCH -> "opensearch";
            };
        }
    }

    private final Product product;
    private final String number;

    SearchServerVersion(Product product, String number) {
        this.product = product;
        this.number = number;
    }

    /// The one that is meant when nobody names one.
    public static SearchServerVersion standard() {
        return ELASTICSEARCH_9;
    }

    /// Reads `product:number`.
    ///
    /// @throws LocalServerException if it is none that is known here; the message lists those
    public static SearchServerVersion parse(String text) {
        return Arrays.stream(values())
                .filter(version -> version.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new LocalServerException("There is no server \"" + text + "\"; known are "
                        + Arrays.stream(values())
                                .map(SearchServerVersion::toString)
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    public Product product() {
        return product;
    }

    /// The version number, such as `9.5.3`.
    public String number() {
        return number;
    }

    /// The Java versions that it runs on.
    public JdkRange jdks() {
        return switch (this) {
            case ELASTICSEARCH_9, OPENSEARCH_3 -> JdkRange.from(21);
            case ELASTICSEARCH_8 -> JdkRange.from(17);
            case ELASTICSEARCH_7, ELASTICSEARCH_7_10, OPENSEARCH_2, OPENSEARCH_1 -> JdkRange.only(17);
        };
    }

    /// How it is called in the cache.
    String fileName() {
        return product.word() + "-" + number;
    }

    /// `product:number`, as [#parse] reads it.
    @Override
    public String toString() {
        return product.word() + ":" + number;
    }
}
