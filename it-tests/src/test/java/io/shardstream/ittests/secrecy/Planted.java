package io.shardstream.ittests.secrecy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/// Texts that tests plant where they are to stay. They are of small letters and digits, which nothing escapes or
/// encodes but base64, as user and password are sent.
public enum Planted {
    DOCUMENT("plantedbody5d1f0a77c2e946b8"),
    PASSWORD("plantedpassword83b1c40de7f2"),
    KAFKA_PASSWORD("plantedkafkapassword19ce57d0"),
    HTTP_TOKEN("plantedtokenb6427fe890a1d3c5");

    private static final int BITS = 6;

    private final String text;

    Planted(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /// Which of them are in a text, each in a sentence.
    ///
    /// @param where it was found
    public static List<String> in(String where, String written) {
        return Stream.of(values())
                .filter(one -> forms(one.text).stream().anyMatch(written::contains))
                .map(one -> where + " holds the planted " + one)
                .toList();
    }

    /// Which of them are in bytes of any kind.
    ///
    /// @param where it was found
    public static List<String> in(String where, byte[] written) {
        return in(where, new String(written, ISO_8859_1));
    }

    /// Base64 looks different by how many bytes come before, and what is at the ends depends on what stands there.
    private static List<String> forms(String text) {
        List<String> forms = new ArrayList<>(List.of(text));
        byte[] bytes = text.getBytes(US_ASCII);
        for (int before = 0; before < 3; before++) {
            byte[] shifted = new byte[before + bytes.length];
            System.arraycopy(bytes, 0, shifted, before, bytes.length);
            String encoded = Base64.getEncoder().encodeToString(shifted);
            forms.add(encoded.substring((before * 8 + BITS - 1) / BITS, shifted.length * 8 / BITS));
        }
        return List.copyOf(forms);
    }
}
