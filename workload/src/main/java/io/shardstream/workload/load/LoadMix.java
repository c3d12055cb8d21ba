package io.shardstream.workload.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// How often each kind of operation is drawn.
///
/// @param shares by kind, of any total
public record LoadMix(Map<OperationKind, Integer> shares) {
    public static final LoadMix STANDARD = new LoadMix(Map.of(
            OperationKind.INSERT, 30, OperationKind.UPDATE, 40, OperationKind.DELETE, 15, OperationKind.RECREATE, 15));

    public LoadMix {
        shares = new EnumMap<>(shares);
        if (shares.values().stream().anyMatch(share -> share < 0) || total(shares) == 0) {
            throw new IllegalArgumentException("a mix needs shares of 0 and more, not all 0, got " + shares);
        }
    }

    /// Reads what [#toString] writes; kinds that are not named have no share.
    ///
    /// @throws IllegalArgumentException with a sentence that says what is wrong
    public static LoadMix parse(String text) {
        Map<OperationKind, Integer> shares = new EnumMap<>(OperationKind.class);
        for (String part : text.split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            try {
                shares.put(OperationKind.valueOf(pair[0].toUpperCase(Locale.ROOT)), Integer.parseInt(pair[1]));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "A mix is such as \"" + STANDARD + "\", with whole numbers; got \"" + part + "\".", e);
            }
        }
        return new LoadMix(shares);
    }

    OperationKind draw(RandomGenerator random) {
        int drawn = random.nextInt(total(shares));
        for (OperationKind kind : OperationKind.values()) {
            drawn -= shares.getOrDefault(kind, 0);
            if (drawn < 0) {
                return kind;
            }
        }
        throw new AssertionError(drawn);
    }

    private static int total(Map<OperationKind, Integer> shares) {
        return shares.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// Such as `insert=30,update=40,delete=15,recreate=15`.
    @Override
    public String toString() {
        return Arrays.stream(OperationKind.values())
                .filter(shares::containsKey)
                .map(kind -> kind.label() + "=" + shares.get(kind))
                .collect(Collectors.joining(","));
    }
}
