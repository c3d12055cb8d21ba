package io.shardstream.workload.load;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Generated articles of about 2 KB: text, numbers, dates, arrays and objects, with words of several scripts.
/// The same seed and number always give the same article.
public final class Articles {
    private static final long EPOCH_SECOND = 1_600_000_000;
    private static final int PARAGRAPH_WORDS = 210;

    private final long seed;

    public Articles(long seed) {
        this.seed = seed;
    }

    /// The articles numbered 0 to `count` - 1, with ids such as `article-17`.
    public Stream<SampleDocument> stream(long count) {
        return LongStream.range(0, count).mapToObj(this::article);
    }

    /// The article of that number.
    public SampleDocument article(long number) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        Words words = new Words(random);
        StringBuilder json = new StringBuilder(2400);
        json.append("{\"title\":\"").append(words.some(4 + random.nextInt(6)));
        json.append("\",\"body\":\"").append(words.some(PARAGRAPH_WORDS + random.nextInt(PARAGRAPH_WORDS / 2)));
        json.append("\",\"tags\":[\"").append(words.one()).append("\",\"").append(words.one());
        json.append("\"],\"author\":{\"name\":\"").append(words.some(2));
        json.append("\",\"id\":").append(random.nextInt(100_000));
        json.append("},\"created\":\"").append(Instant.ofEpochSecond(EPOCH_SECOND + random.nextInt(200_000_000)));
        json.append("\",\"views\":").append(random.nextLong(10_000_000_000L));
        json.append(",\"score\":").append(random.nextInt(1_000_000) / 1000.0);
        json.append(",\"public\":").append(random.nextBoolean());
        json.append(",\"reviewer\":").append(random.nextBoolean() ? "null" : "\"" + words.one() + "\"");
        json.append(",\"place\":{\"lat\":").append(random.nextInt(-90_000, 90_000) / 1000.0);
        json.append(",\"lon\":")
                .append(random.nextInt(-180_000, 180_000) / 1000.0)
                .append("}}");
        return SampleDocument.of("article-" + number, json.toString());
    }
}
