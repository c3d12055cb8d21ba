package io.shardstream.common.runfile;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What `cutover.on-swap` may hold.
final class OnSwapWords {
    private static final Pattern ADDRESS = Pattern.compile("https?://.*");

    private OnSwapWords() {}

    static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /// @param value what one word stands for
    static void checkWord(String value) throws Refused {
        if (value.isBlank()) {
            throw new Refused("must not be empty");
        }
    }

    /// What is wrong with all words together, after the key's name. What is called is seen from the run file alone, so
    /// an address has to begin there. Arguments of a program may be anything, also an address.
    static Optional<String> problem(List<Secret> words) {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        Secret first = words.getFirst();
        boolean isAddress = isAddress(first.reference());
        if (isAddress && words.size() > 1) {
            return Optional.of("must be one address, or a program and its arguments");
        }
        if (!first.isKnown()) {
            return Optional.empty();
        }
        if (!isAddress) {
            return isAddress(first.reveal())
                    ? Optional.of(
                            "would run " + hidden(first.reference()) + " as a program, and it stands for an address."
                                    + " Write the beginning of an address in the run file, such as"
                                    + " https://${env:HOST}/path" + (words.size() > 1 ? ", and nothing behind it" : ""))
                    : Optional.empty();
        }
        try {
            checkAddress(first.reference(), first.reveal());
            return Optional.empty();
        } catch (Refused e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /// Without quoting what the text stands for.
    private static void checkAddress(String reference, String value) throws Refused {
        try {
            URI uri = URI.create(value);
            if (uri.getHost() == null) {
                throw new Refused("must name a host: " + hidden(reference));
            }
            if (uri.getRawUserInfo() != null) {
                throw new Refused("must not hold a user or a password");
            }
        } catch (IllegalArgumentException e) {
            throw new Refused("must be an address such as https://host/path: " + hidden(reference));
        }
    }

    private static String hidden(String reference) {
        return reference.contains("@") ? "it holds '@'" : reference.replaceFirst("[?#].*", "…");
    }
}
