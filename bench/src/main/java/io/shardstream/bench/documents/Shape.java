package io.shardstream.bench.documents;

import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.Cities;
import io.shardstream.workload.load.SampleDocument;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// What kind of documents an index is filled with. The same seed gives the same documents.
public enum Shape {
    /// Rows of TPC-H's `lineitem`: about 400 bytes, many short fields.
    rows("TPC-H lineitem rows, ids of order and line"),
    /// The bundled real cities with their names in many languages, again and again under other ids.
    cities("real cities, numeric ids"),
    /// Generated articles of about 2 KB.
    articles("generated articles of 2 KB, text fields indexed, ids with a prefix and a number"),
    /// The same articles, of which hardly a field is indexed: the server does little more than store them, and
    /// whatever is done around it weighs the more.
    stored_articles("generated articles of 2 KB, hardly a field indexed, ids with a prefix and a number"),
    /// Generated articles of about 20 KB.
    long_articles("generated articles of 20 KB, ids with a prefix and a number"),
    /// Generated articles of about 200 KB.
    huge_articles("generated articles of 200 KB, ids with a prefix and a number"),
    /// Deeply nested objects with many keys. Nothing is tuned to these: they show whether the others' figures hold.
    nested("generated, deeply nested objects of 2 KB, ids with a prefix and a number");

    private static final int LONG = 10;
    private static final int HUGE = 100;

    private final String what;

    Shape(String what) {
        this.what = what;
    }

    /// Such as `TPC-H lineitem rows, ids of order and line`.
    public String what() {
        return what;
    }

    /// Its name on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// So many documents, all with different ids; close the stream after use.
    public Stream<SampleDocument> stream(long documents, long seed) {
        return switch (this) {
            case rows -> Rows.stream(documents);
            case cities -> repeatedCities(documents);
            case articles, stored_articles -> new Articles(seed).stream(documents);
            case long_articles -> LongStream.range(0, documents).mapToObj(number -> joined(seed, number, LONG));
            case huge_articles -> LongStream.range(0, documents).mapToObj(number -> joined(seed, number, HUGE));
            case nested -> LongStream.range(0, documents).mapToObj(number -> Nested.document(seed, number));
        };
    }

    /// What the index is created with: fields as a user would map them.
    public String mappings() {
        return this == stored_articles ? mappings("") : mappings("""
                        "body":{"type":"text"},"parts":{"properties":{"body":{"type":"text"}}},\
                        "alternatenames":{"type":"text"},""");
    }

    private static String mappings(String texts) {
        return """
                {"dynamic":false,"properties":{%s
                "name":{"type":"keyword"},"countrycode":{"type":"keyword"},
                "title":{"type":"text"},"tags":{"type":"keyword"},"created":{"type":"date"},"views":{"type":"long"},
                "l_orderkey":{"type":"long"},"l_shipmode":{"type":"keyword"},"l_shipdate":{"type":"date"},
                "l_quantity":{"type":"integer"},"l_comment":{"type":"text"}}}""".formatted(texts);
    }

    private static Stream<SampleDocument> repeatedCities(long documents) {
        return LongStream.rangeClosed(0, (documents - 1) / Cities.COUNT)
                .boxed()
                .flatMap(time -> Cities.stream()
                        .map(city -> time == 0
                                ? city
                                : new SampleDocument(city.id() + "-" + time, city.routing(), city.source())))
                .limit(documents);
    }

    /// An article with the bodies of several as its parts.
    private static SampleDocument joined(long seed, long number, int parts) {
        Articles articles = new Articles(seed);
        StringBuilder json = new StringBuilder(parts * 2400).append("{\"title\":\"a long one\",\"parts\":[");
        for (int part = 0; part < parts; part++) {
            json.append(part == 0 ? "" : ",")
                    .append(articles.article(number * parts + part).source().utf8());
        }
        return SampleDocument.of("long-" + number, json.append("]}").toString());
    }
}
