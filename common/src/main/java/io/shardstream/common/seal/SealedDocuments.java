package io.shardstream.common.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.Native;
import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.LowLevelCryptoCaller;
import com.google.crypto.tink.aead.XAesGcmKey;
import com.google.crypto.tink.aead.XAesGcmParameters;
import com.google.crypto.tink.aead.subtle.XAesGcmAead;
import com.google.crypto.tink.util.SecretBytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.loop.BlockedException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// Seals by AES-256 in Galois/counter mode with nonces of 192 bits (XAES-256-GCM,
/// https://c2sp.org/XAES-256-GCM), which may be drawn at random for any number of records. What is sealed is
/// compressed before, as nothing can be after. It opens in its own place only: with its topic, partition, key
/// and other headers. Headers that somebody has added behind those are taken away when it is opened.
///
/// What is sealed is the length of the bytes, four bytes, and a frame of Zstandard.
public final class SealedDocuments implements Sealing {
    private static final byte[] FORMAT = {1};
    private static final int SALT_BYTES = 12;
    private static final int FAST = 1;
    private static final String VALUE = "value";

    private final Aead cipher;

    /// @param run its name: each run has a key of its own
    /// @throws LinkageError if Zstandard's native part cannot be loaded, as where nothing that it unpacks can be
    ///     executed
    @AccessesPartialKey
    @LowLevelCryptoCaller
    public SealedDocuments(SealKey key, String run) {
        Native.load();
        try {
            this.cipher = XAesGcmAead.create(XAesGcmKey.create(
                    XAesGcmParameters.create(XAesGcmParameters.Variant.NO_PREFIX, SALT_BYTES),
                    SecretBytes.copyFrom(key.ofRun(run), InsecureSecretKeyAccess.get()),
                    null));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime cannot seal by AES-GCM", e);
        }
    }

    @Override
    public ProducerRecord<byte[], byte[]> seal(ProducerRecord<byte[], byte[]> message) {
        byte[] value = message.value();
        if (!RunTopics.holdsDocuments(message.topic()) || value == null) {
            return message;
        }
        // The offset in its lane is not known yet, and all else that says where it belongs is.
        int lane = Objects.requireNonNull(message.partition(), "a document's record names its partition");
        Headers headers = new RecordHeaders(message.headers()).add(HEADER, FORMAT);
        byte[] place = place(message.topic(), lane, message.key(), headers);
        Header reason = headers.lastHeader(Reject.REASON_HEADER);
        if (reason != null) {
            headers.remove(reason.key()).add(reason.key(), sealed(reason.value(), place, reason.key()));
        }
        return new ProducerRecord<>(
                message.topic(), lane, message.timestamp(), message.key(), sealed(value, place, VALUE), headers);
    }

    @Override
    public ConsumerRecord<byte[], byte[]> open(ConsumerRecord<byte[], byte[]> kafka) {
        byte[] value = kafka.value();
        if (value == null) {
            return kafka;
        }
        Headers headers = belonging(kafka.headers());
        Header format = headers.lastHeader(HEADER);
        if (format == null) {
            throw new BlockedException(
                    where(kafka)
                            + " is not sealed, and the run file has docs.seal-key: a run seals from its beginning or not at all."
                            + " Give all its processes the same run file, and the run another name if it began without the key.");
        }
        if (!Arrays.equals(format.value(), FORMAT)) {
            throw new BlockedException(where(kafka)
                    + " was sealed in a way that this version does not know: start the version that wrote it.");
        }
        byte[] place = place(kafka.topic(), kafka.partition(), kafka.key(), headers);
        try {
            Header reason = kafka.headers().lastHeader(Reject.REASON_HEADER);
            if (reason != null) {
                headers.add(reason.key(), opened(reason.value(), place, reason.key()));
            }
            byte[] document = opened(value, place, VALUE);
            return new ConsumerRecord<>(
                    kafka.topic(),
                    kafka.partition(),
                    kafka.offset(),
                    kafka.timestamp(),
                    kafka.timestampType(),
                    kafka.serializedKeySize(),
                    document.length,
                    kafka.key(),
                    document,
                    headers,
                    kafka.leaderEpoch());
        } catch (GeneralSecurityException e) {
            throw new BlockedException(where(kafka)
                    + " cannot be opened: docs.seal-key is not the one that it was sealed with, or somebody changed it in"
                    + " Kafka. Give all processes of the run the key with which it began.");
        }
    }

    /// The headers up to the one that says how the record was sealed. What others add where records are sent,
    /// such as a tracing agent, lies behind it with the sealed reason: nobody vouches for that, so that it is
    /// not read.
    private static Headers belonging(Headers all) {
        Headers its = new RecordHeaders();
        for (Header header : all) {
            its.add(header);
            if (header.key().equals(HEADER)) {
                break;
            }
        }
        return its;
    }

    private static String where(ConsumerRecord<byte[], byte[]> kafka) {
        return "The record at offset " + kafka.offset() + " of " + kafka.topic() + "-" + kafka.partition();
    }

    private byte[] sealed(byte[] bytes, byte[] place, String part) {
        byte[] frame = Zstd.compress(bytes, FAST);
        byte[] plain = ByteBuffer.allocate(Integer.BYTES + frame.length)
                .putInt(bytes.length)
                .put(frame)
                .array();
        try {
            return cipher.encrypt(plain, belonging(place, part));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a document of " + bytes.length + " bytes cannot be sealed", e);
        }
    }

    private byte[] opened(byte[] sealed, byte[] place, String part) throws GeneralSecurityException {
        ByteBuffer plain = ByteBuffer.wrap(cipher.decrypt(sealed, belonging(place, part)));
        int length = plain.getInt();
        byte[] frame = new byte[plain.remaining()];
        plain.get(frame);
        return Zstd.decompress(frame, length);
    }

    private static byte[] belonging(byte[] place, String part) {
        byte[] name = part.getBytes(UTF_8);
        return ByteBuffer.allocate(place.length + name.length)
                .put(place)
                .put(name)
                .array();
    }

    /// All that the record is besides what is sealed, such that no two places have the same bytes.
    private static byte[] place(String topic, int partition, byte @Nullable [] key, Headers headers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(topic);
            out.writeInt(partition);
            write(out, key);
            for (Header header : headers) {
                if (!header.key().equals(Reject.REASON_HEADER)) {
                    out.writeUTF(header.key());
                    write(out, header.value());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte @Nullable [] some) throws IOException {
        out.writeInt(some == null ? -1 : some.length);
        if (some != null) {
            out.write(some);
        }
    }
}
