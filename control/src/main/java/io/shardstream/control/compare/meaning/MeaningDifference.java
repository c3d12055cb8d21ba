package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.index.difference.FieldConsent;
import java.util.List;
import java.util.stream.Collectors;

/// A field that searches or clients find otherwise in the target than in the source.
///
/// @param field its name, `_ignored` for values that were left out of the index
/// @param source by the kind: documents of the source that have it, or documents that were compared
/// @param target by the kind: documents of the target that have it, or those of the compared ones that differ
/// @param examples some documents in which it does, whose states are the same on both sides
/// @param terms the first two terms or values that are not the same, or why the target refuses to search, or
///     what was searched for, for people; empty if they are not known
public record MeaningDifference(
        Kind kind, String field, long source, long target, List<DocumentKey> examples, String terms) {
    static final int MOST_EXAMPLES = 5;

    /// What differs.
    public enum Kind {
        /// In how many documents a value is indexed.
        FOUND("found"),
        /// Whether searches find documents of the sample by it.
        FOUND_IN_SAMPLE("found-in-sample"),
        /// How many documents an alias shows by its filter.
        ALIAS("alias"),
        /// Whether an alias shows documents of the sample.
        ALIAS_IN_SAMPLE("alias-in-sample"),
        /// Which values were indexed in documents of the sample.
        VALUES("values"),
        /// Whether searches find documents of the sample by a value that it has.
        FOUND_BY_VALUE("found-by-value"),
        /// Whether searches find documents of the sample by a value as one has it in `_source`.
        FOUND_AS_SENT("found-as-sent"),
        /// Whether searches find documents of the sample by terms that its text is taken apart into now.
        FOUND_BY_TERMS("found-by-terms"),
        /// Which terms it was taken apart into.
        TERMS("terms"),
        /// Which terms its analyzers make of words of many languages.
        ANALYZED("analyzed"),
        /// Whether it is in what a client gets that asks for a document.
        RETURNED("returned");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /// The name for people and machines.
        public String label() {
            return label;
        }
    }

    public MeaningDifference {
        examples = examples.stream().limit(MOST_EXAMPLES).toList();
    }

    public MeaningDifference(Kind kind, String field, long source, long target, List<DocumentKey> examples) {
        this(kind, field, source, target, examples, "");
    }

    /// Whether it is one of an alias, whose name `field` is behind [FieldConsent#ALIAS_FILTER].
    public boolean isOfAlias() {
        return kind == Kind.ALIAS || kind == Kind.ALIAS_IN_SAMPLE;
    }

    /// The name by which a person accepts it.
    public String consent() {
        return isOfAlias() ? field : FieldConsent.name(field);
    }

    /// A part of a sentence.
    public String sentence() {
        String what = isOfAlias() ? "alias '" + field.substring(FieldConsent.ALIAS_FILTER.length()) : "'" + field;
        return Printable.of(what) + "' "
                + switch (kind) {
                    case ALIAS ->
                        "shows " + NumberText.of(source, "document") + " of the source and " + NumberText.count(target)
                                + " of the target";
                    case ALIAS_IN_SAMPLE -> "shows on one side only " + ofCompared();
                    case FOUND ->
                        "is found in " + NumberText.of(source, "document") + " of the source and in "
                                + NumberText.count(target) + " of the target";
                    case FOUND_IN_SAMPLE -> "is found by one side only in " + ofCompared();
                    case VALUES ->
                        "has other values in the index in " + ofCompared() + " (" + Printable.of(terms) + ")";
                    case FOUND_BY_VALUE ->
                        "is found by a value by one side only in " + ofCompared()
                                + (terms.isEmpty() ? "" : " (the target refuses: " + Printable.of(terms) + ")");
                    case FOUND_AS_SENT ->
                        "is found by one side only in " + ofCompared() + " by a value as documents have it ("
                                + Printable.of(terms) + ")";
                    case FOUND_BY_TERMS ->
                        "is found by one side only in " + ofCompared() + " by " + Printable.of(terms)
                                + ", as when its analyzer was changed and documents were not written again";
                    case TERMS -> "has other terms in " + ofCompared();
                    case ANALYZED ->
                        "has an analyzer that makes other terms of some words (" + Printable.of(terms) + ")";
                    case RETURNED -> "is returned by one side only in " + ofCompared();
                }
                + (examples.isEmpty() ? "" : " (" + ids() + ")");
    }

    private String ofCompared() {
        return NumberText.count(target) + " of " + NumberText.of(source, "document") + " compared";
    }

    private String ids() {
        return examples.stream()
                .map(one -> "'" + Printable.of(one.id().utf8()) + "'")
                .collect(Collectors.joining(", "));
    }
}
