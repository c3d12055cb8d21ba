package io.shardstream.common.runfile;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds what a misspelt key was meant to be.
final class NearestName {
    private record Candidate(String name, int distance, int place) {}

    private NearestName() {}

    /// The known key whose last part is nearest, those of the same section first; empty if none is near.
    static Optional<String> of(String key, Collection<String> known) {
        String wanted = normal(last(key));
        int near = Math.max(1, wanted.length() / 2);
        return known.stream()
                .map(name -> new Candidate(
                        name, distance(wanted, last(name)), section(name).equals(section(key)) ? 0 : 1))
                .filter(candidate -> candidate.distance() <= (candidate.place() == 0 ? near : wanted.length() / 4))
                .min(Comparator.comparingInt(Candidate::place).thenComparingInt(Candidate::distance))
                .map(Candidate::name);
    }

    /// The known name that is nearest as a whole, dots and all; empty if none is near.
    static Optional<String> ofWhole(String name, Collection<String> known) {
        String wanted = normal(name);
        return known.stream()
                .map(one -> new Candidate(one, distance(wanted, one), 0))
                .filter(candidate -> candidate.distance() <= wanted.length() / 4)
                .min(Comparator.comparingInt(Candidate::distance))
                .map(Candidate::name);
    }

    /// A key in the way all keys are written: `bulkBytes` and `bulk_bytes` are `bulk-bytes`.
    private static String normal(String key) {
        return key.replaceAll("([a-z])([A-Z])", "$1-$2").replace('_', '-').toLowerCase(Locale.ROOT);
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private static String section(String path) {
        return path.substring(0, path.lastIndexOf('.') + 1);
    }

    /// Levenshtein's distance: how many letters to insert, leave out or replace.
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int column = 0; column < above.length; column++) {
            above[column] = column;
        }
        for (int row = 1; row <= one.length(); row++) {
            int[] here = new int[above.length];
            here[0] = row;
            for (int column = 1; column < here.length; column++) {
                int replaced = above[column - 1] + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(replaced, Math.min(above[column], here[column - 1]) + 1);
            }
            above = here;
        }
        return above[other.length()];
    }
}
