package io.shardstream.common.shard.page;

import io.shardstream.common.contract.bytes.Bytes;
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
    private static final int SIZE_UNKNOWN = -1;

    /// The brace that closes a hit and the comma behind it.
    private static final int BETWEEN_HITS = 2;

    /// What can be told from the first eight bytes of a member's name: all of it.
    private static final long INDEX = JsonCursor.packed("_index");

    private static final long ID = JsonCursor.packed("_id");
    private static final long ROUTING = JsonCursor.packed("_routing");
    private static final long SEQ_NO = JsonCursor.packed("_seq_no");
    private static final long VERSION = JsonCursor.packed("_version");
    private static final long SOURCE = JsonCursor.packed("_source");
    private static final long SORT_VALUES = JsonCursor.packed("sort");
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
    /// The `size` of the search, or [#SIZE_UNKNOWN].
    private final int size;

    private PageScanner(Bytes response, SourceEnd sourceEnd, @Nullable NumberSink numbers, int size) {
        this.json = new JsonCursor(response);
        this.sourceEnd = sourceEnd;
        this.numbers = numbers;
        this.size = size;
    }

    /// Reads a response in which every document is strict JSON.
    ///
    /// @throws UnreadablePageException if one is not, or if this is no search response
    public static Page scan(Bytes response) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endOfStrictSource, null, SIZE_UNKNOWN).page();
    }

    /// Reads a response to a search that asked for all documents, unsorted and with nothing but their sources
    /// and metadata. Where it holds as many as it says that there are, documents are told apart by what
    /// stands between them, whatever they hold; else every document must be strict JSON.
    ///
    /// @param size of the search, the most documents that it could bring
    /// @throws UnreadablePageException if the documents cannot be told apart, or if this is no search
    ///     response
    public static Page scanAll(Bytes response, int size) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endOfStrictSource, null, size).page();
    }

    /// Reads a response whose hits have a number and a version and nothing else that matters.
    ///
    /// @param numbers told each of them, also if something that comes later makes the page worthless
    /// @return the page without its hits
    /// @throws UnreadablePageException if this is no such response
    public static Page scanNumbers(Bytes response, NumberSink numbers) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endOfStrictSource, numbers, SIZE_UNKNOWN).page();
    }

    /// Reads a response that was made for one document, whatever that holds: it is everything from
    /// `"_source":` to the brackets that close the response.
    ///
    /// @throws UnreadablePageException if the response does not end with these, or if this is no
    ///     search response
    public static Page scanLone(Bytes response) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endBeforeClosing, null, SIZE_UNKNOWN).page();
    }

    /// The same for a response to a search that is sorted by `_shard_doc`: the sort value follows the document.
    ///
    /// @throws UnreadablePageException if the response does not end with these, or if this is no
    ///     search response
    public static Page scanLoneSorted(Bytes response) throws UnreadablePageException {
        return new PageScanner(response, PageScanner::endBeforeSort, null, SIZE_UNKNOWN).page();
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
        if (json.skips(']') || hitsByTheirBeginnings()) {
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

    /// Reads all hits and the bracket behind them, if they can be told apart by what they begin with: the
    /// server says how many there are, all of them fit into the answer, and these bytes occur as often.
    ///
    /// @return false if not; nothing was read then
    private boolean hitsByTheirBeginnings() throws UnreadablePageException {
        int first = json.position();
        if (size == SIZE_UNKNOWN || !exact || total < 1 || total > size || !json.endsWith(CLOSING)) {
            return false;
        }
        json.expect('{');
        boolean isIndexFirst = json.memberName() == INDEX;
        json.skipValue();
        boolean goesOn = isIndexFirst && json.another('}');
        int prefix = json.position() - first;
        json.moveTo(first);
        if (!goesOn) {
            return false;
        }
        int lastEnd = json.end() - CLOSING.length;
        int[] starts = json.startsLike(first, prefix, (int) total);
        List<Hit> found = new ArrayList<>(starts.length);
        for (int i = 0; i < starts.length && starts.length == total; i++) {
            Hit hit = hitUpTo(starts[i], i + 1 == starts.length ? lastEnd : starts[i + 1] - BETWEEN_HITS);
            if (hit == null) {
                break;
            }
            found.add(hit);
        }
        if (found.size() != total || !isFirst(found.getFirst(), first)) {
            json.moveTo(first);
            return false;
        }
        hits.addAll(found);
        json.moveTo(lastEnd + 1);
        json.expect(']');
        return true;
    }

    /// Whether this is also what is found by walking through the first hit and its document: the server puts
    /// nothing behind a document that was not asked for.
    private boolean isFirst(Hit found, int first) {
        json.moveTo(first);
        try {
            return hit().equals(found);
        } catch (UnreadablePageException e) {
            // Not strict JSON: the other way may tell.
            return false;
        }
    }

    /// The hit that begins there and whose closing brace is at `end`, its source being the last of its
    /// members; null if it is not so.
    private @Nullable Hit hitUpTo(int start, int end) throws UnreadablePageException {
        @Nullable Bytes id = null;
        @Nullable Bytes routing = null;
        long seqNo = -1;
        long version = Hit.NO_VERSION;
        json.moveTo(start);
        json.expect('{');
        do {
            long name = json.memberName();
            if (name == SOURCE) {
                int from = json.position();
                return id == null || seqNo < 0 || !json.isObject(from, end) || !json.isBrace(end)
                        ? null
                        : new Hit(id, routing, seqNo, version, json.between(from, end));
            } else if (name == ID) {
                id = json.string();
            } else if (name == SEQ_NO) {
                seqNo = json.number();
            } else if (name == VERSION) {
                version = json.number();
            } else if (name == ROUTING) {
                routing = json.string();
            } else {
                json.skipValue();
            }
        } while (json.another('}'));
        return null;
    }

    private void number(NumberSink sink) throws UnreadablePageException {
        long seqNo = -1;
        long version = Hit.NO_VERSION;
        json.expect('{');
        do {
            long name = json.memberName();
            if (name == SEQ_NO) {
                seqNo = json.number();
            } else if (name == VERSION) {
                version = json.number();
            } else {
                json.skipValue();
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
            long name = json.memberName();
            if (name == SOURCE) {
                source = source();
            } else if (name == ID) {
                id = json.string();
            } else if (name == SEQ_NO) {
                seqNo = json.number();
            } else if (name == VERSION) {
                version = json.number();
            } else if (name == ROUTING) {
                routing = json.string();
            } else if (name == SORT_VALUES) {
                position = sort();
            } else {
                json.skipValue();
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
