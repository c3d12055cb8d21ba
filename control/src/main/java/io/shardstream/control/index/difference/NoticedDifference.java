package io.shardstream.control.index.difference;

/// Something that source and target have otherwise, and that searches or later writes would notice.
///
/// @param name of a field ([FieldConsent]), the name of a parameter of the whole mapping, or the full name of a
///     setting: by it a person accepts the difference
/// @param words it with both values, such as `title (analyzer: standard → english)`
/// @param isIntended whether the run file says so
public record NoticedDifference(String name, String words, boolean isIntended) {
    /// Whether it is a field that one side does not have at all.
    public boolean isOfOneSide() {
        return words.endsWith(NoticedDifferences.ONLY_SOURCE) || words.endsWith(NoticedDifferences.ONLY_TARGET);
    }

    /// The words where both sides were compared the other way round.
    public String wordsOfTheOtherSide() {
        return words.replace(NoticedDifferences.ONLY_SOURCE, NoticedDifferences.ONLY_TARGET);
    }
}
