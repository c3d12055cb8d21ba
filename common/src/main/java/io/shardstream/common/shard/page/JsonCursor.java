package io.shardstream.common.shard.page;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A position in JSON bytes that moves forward only. It finds where values end; of what lies between
/// it decodes nothing that it was not asked for.
///
/// It is no validator: it accepts some texts that are not JSON. What it guarantees is that of a text
/// that Elasticsearch accepts it either finds the very end or says that it cannot. What such texts
/// may hold beyond strict JSON begins, outside of strings, with a byte that strict JSON never has
/// there, such as the `/` of a comment.
final class JsonCursor {
    static final VarHandle EIGHT_BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    /// Numbers of so many digits are never too large.
    private static final int SURE_DIGITS = 18;

    /// What strict JSON has outside of strings; other bytes are of no kind.
    private static final byte PLAIN = 1;
    private static final byte STRING = 2;
    private static final byte OPENING = 3;
    private static final byte CLOSING = 4;
    private static final byte[] KIND = kinds();

    private final Bytes text;
    private final byte[] bytes;
    private final int end;
    private int position;

    JsonCursor(Bytes text) {
        this.text = text;
        this.bytes = text.array();
        this.position = text.offset();
        this.end = text.offset() + text.length();
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        for (byte plain : " \t\r\n,:+-.0123456789eEtrufalsn".getBytes(StandardCharsets.US_ASCII)) {
            kinds[plain] = PLAIN;
        }
        kinds['"'] = STRING;
        kinds['{'] = OPENING;
        kinds['['] = OPENING;
        kinds['}'] = CLOSING;
        kinds[']'] = CLOSING;
        return kinds;
    }

    int position() {
        return position;
    }

    void moveTo(int there) {
        position = there;
    }

    int end() {
        return end;
    }

    Bytes between(int from, int to) {
        return text.slice(from - text.offset(), to - text.offset());
    }

    /// Whether the text ends with these.
    boolean endsWith(byte[] last) {
        return end - text.offset() >= last.length && Arrays.equals(bytes, end - last.length, end, last, 0, last.length);
    }

    /// Where the bytes that begin at `first` occur, from there on.
    int[] startsLike(int first, int length, int wanted) {
        return HitStarts.of(bytes, first, length, end, wanted);
    }

    boolean isBrace(int at) {
        return bytes[at] == '}';
    }

    /// Whether what lies between begins with a brace and ends with one, but for white space.
    boolean isObject(int from, int to) {
        int first = from;
        int last = to - 1;
        while (first < last && isWhiteSpace(bytes[first])) {
            first++;
        }
        while (last > first && isWhiteSpace(bytes[last])) {
            last--;
        }
        return first < last && bytes[first] == '{' && bytes[last] == '}';
    }

    UnreadablePageException unreadable(String what) {
        return new UnreadablePageException(what, position - text.offset());
    }

    /// The next byte that is no white space, without moving over it.
    byte peek() throws UnreadablePageException {
        skipWhiteSpace();
        if (position >= end) {
            throw unreadable("unexpected end");
        }
        return bytes[position];
    }

    void skipWhiteSpace() {
        while (position < end && isWhiteSpace(bytes[position])) {
            position++;
        }
    }

    void expect(char wanted) throws UnreadablePageException {
        if (peek() != wanted) {
            throw unreadable("no " + wanted);
        }
        position++;
    }

    /// Moves over this byte if it is the next one.
    boolean skips(char wanted) throws UnreadablePageException {
        if (peek() != wanted) {
            return false;
        }
        position++;
        return true;
    }

    /// Whether another member or element follows; moves over the comma or the closing bracket.
    boolean another(char closing) throws UnreadablePageException {
        if (skips(',')) {
            return true;
        }
        expect(closing);
        return false;
    }

    /// A name and its colon.
    String name() throws UnreadablePageException {
        String name = string().utf8();
        expect(':');
        return name;
    }

    /// A name of one to eight bytes as [#memberName()] tells it.
    static long packed(String name) {
        byte[] bytes = Arrays.copyOf(name.getBytes(StandardCharsets.US_ASCII), Long.BYTES);
        if (name.length() > Long.BYTES) {
            throw new IllegalArgumentException("a name of more than eight bytes: " + name);
        }
        return (long) EIGHT_BYTES.get(bytes, 0);
    }

    /// A name and its colon; 0 for a name that is longer than eight bytes or has escapes.
    long memberName() throws UnreadablePageException {
        expect('"');
        int from = position;
        boolean isEscaped = skipString();
        int length = position - 1 - from;
        expect(':');
        return isEscaped || length > Long.BYTES ? 0 : packed(from, length);
    }

    private long packed(int from, int length) {
        if (from + Long.BYTES > end) {
            // Nothing that matters stands so near to the end of a response.
            return 0;
        }
        long word = (long) EIGHT_BYTES.get(bytes, from);
        return length == Long.BYTES ? word : word & ((1L << (length * Byte.SIZE)) - 1);
    }

    /// A string without its quotes, escapes resolved.
    Bytes string() throws UnreadablePageException {
        expect('"');
        int from = position;
        boolean escaped = skipString();
        Bytes raw = between(from, position - 1);
        return escaped ? unescaped(raw) : raw;
    }

    long number() throws UnreadablePageException {
        peek();
        int from = position;
        long value = 0;
        while (position < end && bytes[position] >= '0' && bytes[position] <= '9') {
            value = 10 * value + (bytes[position] - '0');
            position++;
        }
        int digits = position - from;
        if (digits > 0 && digits <= SURE_DIGITS) {
            return value;
        }
        position = from;
        while (position < end && (bytes[position] == '-' || Character.isDigit(bytes[position]))) {
            position++;
        }
        try {
            return Long.parseLong(between(from, position).utf8());
        } catch (NumberFormatException e) {
            throw unreadable("no whole number");
        }
    }

    boolean bool() throws UnreadablePageException {
        boolean value = peek() == 't';
        skipValue();
        return value;
    }

    /// Moves to the end of one value of any kind.
    void skipValue() throws UnreadablePageException {
        peek();
        int depth = 0;
        while (position < end) {
            byte kind = KIND[bytes[position] & 0xff];
            if (depth == 0 && isDelimiter(bytes[position])) {
                return;
            }
            position++;
            switch (kind) {
                case STRING -> skipString();
                case OPENING -> depth++;
                case CLOSING -> depth--;
                case PLAIN -> {}
                default -> {
                    position--;
                    throw unreadable("something that is not strict JSON");
                }
            }
            if (depth == 0 && kind != PLAIN) {
                return;
            }
        }
        throw unreadable("unexpected end");
    }

    private static boolean isDelimiter(byte b) {
        return b == ',' || b == '}' || b == ']';
    }

    private static boolean isWhiteSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /// Moves from the first byte after an opening quote to the first one after the closing quote.
    ///
    /// @return whether there were escapes between
    private boolean skipString() throws UnreadablePageException {
        boolean escaped = false;
        int at = position;
        while (true) {
            at = endOfPlainRun(at);
            if (at >= end) {
                throw unreadable("a string without an end");
            }
            if (bytes[at] == '"') {
                position = at + 1;
                return escaped;
            }
            escaped = true;
            at += 2;
        }
    }

    /// The next quote or backslash from there on, eight bytes at a time: of a word that is XORed with the
    /// byte that is looked for, the bytes that are it become zero, and a zero byte is what a borrow
    /// finds.
    private int endOfPlainRun(int from) {
        int at = from;
        while (at + Long.BYTES <= end) {
            long word = (long) EIGHT_BYTES.get(bytes, at);
            long found = zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < end && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    /// The high bit of every byte that is zero, and perhaps of some that follow one; 0 if there is none.
    static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }

    private Bytes unescaped(Bytes raw) throws UnreadablePageException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(raw.length());
        StringBuilder units = new StringBuilder();
        for (int i = 0; i < raw.length(); i++) {
            if (raw.at(i) != '\\') {
                flush(units, plain);
                plain.write(raw.at(i));
            } else if (raw.at(++i) == 'u') {
                units.append(unitAt(raw, i + 1));
                i += 4;
            } else {
                flush(units, plain);
                plain.write(escapedBy(raw.at(i)));
            }
        }
        flush(units, plain);
        return Bytes.of(plain.toByteArray());
    }

    /// Two escapes of UTF-16 units may make one character, so they are gathered before they are encoded.
    private static void flush(StringBuilder units, ByteArrayOutputStream plain) {
        plain.writeBytes(units.toString().getBytes(StandardCharsets.UTF_8));
        units.setLength(0);
    }

    private char unitAt(Bytes raw, int at) throws UnreadablePageException {
        try {
            return (char) Integer.parseInt(raw.slice(at, at + 4).utf8(), 16);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw unreadable("an escape that is not one");
        }
    }

    private int escapedBy(byte letter) throws UnreadablePageException {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> throw unreadable("an escape that is not one");
        };
    }
}
