package io.shardstream.common.runfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.file.FileException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/// The secret that a file holds: all of its text (UTF-8), without a line feed at its end.
public final class SecretText {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private SecretText() {}

    /// @param bytes of the file
    /// @param file begins the sentence where it holds none, such as `needs the file token, which`
    /// @throws FileException if it is no text, is empty, or begins with a byte order mark
    public static String of(byte[] bytes, String file) throws FileException {
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString().replaceFirst("\\r?\\n$", "");
        } catch (CharacterCodingException e) {
            throw new FileException(file + " cannot be read as text", e);
        }
        if (text.isEmpty()) {
            throw new FileException(file + " is empty");
        }
        if (text.startsWith(BYTE_ORDER_MARK)) {
            throw new FileException(
                    file + " begins with a byte order mark, as if that were a part of the secret: save it without");
        }
        return text;
    }
}
