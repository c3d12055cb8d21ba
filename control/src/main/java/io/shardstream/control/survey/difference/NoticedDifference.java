package io.shardstream.control.survey.difference;

/// Something that source and target have otherwise, and that searches or later writes would notice.
///
/// @param name the path of a field, the name of a parameter of the whole mapping, or the full name of a setting: by it
///     a person accepts the difference
/// @param words it with both values, such as `title (analyzer: standard → english)`
/// @param isIntended whether the run file says so
public record NoticedDifference(String name, String words, boolean isIntended) {}
