package io.shardstream.common.runfile;

import java.net.URI;
import java.util.regex.Pattern;

/// What `cutover.on-swap` may hold.
final class OnSwapWords {
    private static final Pattern ADDRESS = Pattern.compile("https?://.*");

    private OnSwapWords() {}

    static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /// @param reference as the run file has it
    /// @param value what it stands for
    static void check(String reference, String value) throws Refused {
        if (value.isBlank()) {
            throw new Refused("must not be empty");
        }
        if (isAddress(reference)) {
            checkAddress(reference, value);
        } else if (isAddress(value)) {
            throw new Refused("must begin with http:// or https:// in the run file if it is an address: " + reference);
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
        return reference.contains("@") ? "it holds '@'" : reference;
    }
}
