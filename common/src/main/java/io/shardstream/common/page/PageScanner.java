package io.shardstream.common.page;

import io.shardstream.common.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a search response: finds each document's id, routing, number and the bounds of its raw
/// `_source`, which is never decoded. White space around a `_source` belongs to it: the servers send
/// back what was stored, and put none of their own there.
public final class PageScanner {
    private static final byte[] CLOSING = {'}', ']', '}', '}'};
    private static final Pattern SORT = Pattern.compile(",\"sort\":\\[\\d{1,19}]\\z");
    private static final int LONGEST_SORT = 32;
    private static final Pattern POSITION = Pattern.compile("\\d{1,18}");

    private final JsonCursor json;
    private final SourceEnd sourceEnd;

    private boolean timedOut;
    private long shards;
    private long successful;
    private long failed;
    private long total = -1;
    private boolean exact;
    private long position = Page.NO_POSITION;
    private final List<Hit> hits = new ArrayList<>();
    private final @Nullable NumberSink numbers;

    private PageScanner(Bytes response, SourceEnd sourceEnd, @Nullable NumberSink numbers) {
        this.json = new JsonCursor(response);
        this.sourceEnd = sourceEnd;
        this.numbers = numbers;
    }

    /// Reads a response in which every document is strict JSON.
    ///
    /// @throws UnreadablePageException if one is not, or if this is no search response
    public static Page scan(Bytes response) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endOfStrictSource, null).page();
    }

    /// Reads a response whose hits have a number and a version and nothing else that matters.
    ///
    /// @param numbers told each of them, also if something that comes later makes the page worthless
    /// @return the page without its hits
    /// @throws UnreadablePageException if this is no such response
    public static Page scanNumbers(Bytes response, NumberSink numbers) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endOfStrictSource, numbers).page();
    }

    /// Reads a response that was made for one document, whatever that holds: it is everything from
    /// `"_source":` to the brackets that close the response.
    ///
    /// @throws UnreadablePageException if the response does not end with these, or if this is no
    ///     search response
    public static Page scanLone(Bytes response) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endBeforeClosing, null).page();
    }

    /// The same for a response to a search that is sorted by `_shard_doc`: the sort value follows the document.
    ///
    /// @throws UnreadablePageException if the response does not end with these, or if this is no
    ///     search response
    public static Page scanLoneSorted(Bytes response) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endBeforeSort, null).page();
    }

    private static int endOfStrictSource(JsonCursor json, int at) throws UnreadablePageException {
        if (json.peek() != '{') {
            throw json.unreadable("a document that does not begin with a brace");
        }
        json.skipValue();
        json.skipWhiteSpace();
        return json.position();
    }

    private static int endBeforeSort(JsonCursor json, int at) throws UnreadablePageException {
        int closing = endBeforeClosing(json, at);
        int from = Math.max(at, closing - LONGEST_SORT);
        Matcher sort = SORT.matcher(json.between(from, closing).utf8());
        if (!sort.find()) {
            throw json.unreadable("a document that is not followed by its sort value");
        }
        // It is ASCII and ends where the brackets begin; what lies before it may be anything.
        return closing - (sort.end() - sort.start());
    }

    private static int endBeforeClosing(JsonCursor json, int at) throws UnreadablePageException {
        int end = json.end() - CLOSING.length;
        if (end < at || !json.between(end, json.end()).equals(Bytes.of(CLOSING))) {
            throw json.unreadable("a document that is not followed by the end of the response");
        }
        return end;
    }

    private Page page() throws UnreadablePageException {
        json.expect('{');
        do {
            switch (json.name()) {
                case "timed_out" -> timedOut = json.bool();
                case "_shards" -> shards();
                case "hits" -> outerHits();
                default -> json.skipValue();
            }
        } while (json.another('}'));
        if (total < 0) {
            throw json.unreadable("no hits.total");
        }
        return new Page(timedOut, shards, successful, failed, total, exact, hits, position);
    }

    private void shards() throws UnreadablePageException {
        json.expect('{');
        do {
            switch (json.name()) {
                case "total" -> shards = json.number();
                case "successful" -> successful = json.number();
                case "failed" -> failed = json.number();
                default -> json.skipValue();
            }
        } while (json.another('}'));
    }

    private void outerHits() throws UnreadablePageException {
        json.expect('{');
        do {
            switch (json.name()) {
                case "total" -> total();
                case "hits" -> innerHits();
                default -> json.skipValue();
            }
        } while (json.another('}'));
    }

    private void total() throws UnreadablePageException {
        json.expect('{');
        do {
            switch (json.name()) {
                case "value" -> total = json.number();
                case "relation" -> exact = json.string().utf8().equals("eq");
                default -> json.skipValue();
            }
        } while (json.another('}'));
    }

    private void innerHits() throws UnreadablePageException {
        json.expect('[');
        if (json.skips(']')) {
            return;
        }
        do {
            if (numbers == null) {
                hits.add(hit());
            } else {
                number(numbers);
            }
        } while (json.another(']'));
    }

    private void number(NumberSink sink) throws UnreadablePageException {
        long seqNo = -1;
        long version = Hit.NO_VERSION;
        json.expect('{');
        do {
            switch (json.name()) {
                case "_seq_no" -> seqNo = json.number();
                case "_version" -> version = json.number();
                default -> json.skipValue();
            }
        } while (json.another('}'));
        if (seqNo < 0 || version < 0) {
            throw json.unreadable("a hit without _seq_no or _version");
        }
        sink.accept(seqNo, version);
    }

    private Hit hit() throws UnreadablePageException {
        @Nullable Bytes id = null;
        @Nullable Bytes routing = null;
        @Nullable Bytes source = null;
        long seqNo = -1;
        long version = Hit.NO_VERSION;
        json.expect('{');
        do {
            switch (json.name()) {
                case "_id" -> id = json.string();
                case "_routing" -> routing = json.string();
                case "_seq_no" -> seqNo = json.number();
                case "_version" -> version = json.number();
                case "_source" -> source = source();
                case "sort" -> position = sort();
                default -> json.skipValue();
            }
        } while (json.another('}'));
        if (id == null || seqNo < 0) {
            throw json.unreadable("a hit without _id or _seq_no");
        }
        return new Hit(id, routing, seqNo, version, source);
    }

    /// The only sort value, that of `_shard_doc`; other sorts tell no position.
    private long sort() throws UnreadablePageException {
        json.expect('[');
        long value = Page.NO_POSITION;
        int values = 0;
        do {
            json.peek();
            int from = json.position();
            json.skipValue();
            String text = json.between(from, json.position()).utf8();
            value = values++ == 0 && POSITION.matcher(text).matches() ? Long.parseLong(text) : Page.NO_POSITION;
        } while (json.another(']'));
        return value;
    }

    private Bytes source() throws UnreadablePageException {
        int from = json.position();
        int to = sourceEnd.of(json, from);
        json.moveTo(to);
        return json.between(from, to);
    }
}
