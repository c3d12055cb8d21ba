package io.shardstream.control.index.difference;

import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;

/// What follows if the target's mapping has a field otherwise, or lacks it.
enum MappingEffect {
    OTHER_TYPE(
            FindingCode.FIELD_TYPE_DIFFERS,
            Severity.WARNS,
            "Fields that have another type in the target",
            "Documents whose values do not fit become rejects; --try-writing finds out whether there are such."),
    REFUSED(
            FindingCode.FIELD_REFUSED,
            Severity.WARNS,
            "Fields of the source that the target does not have and refuses (dynamic: strict)",
            "Every document with one of them becomes a reject: add them to target.mappings."),
    STRICTER(
            FindingCode.FIELD_STRICTER,
            Severity.WARNS,
            "Fields that take fewer values in the target",
            "Documents whose values do not fit become rejects; --try-writing finds out whether there are such."),
    NOT_FOUND(
            FindingCode.FIELD_NOT_SEARCHABLE,
            Severity.WARNS,
            "Fields that the target cannot search, sort or aggregate as the source does",
            "Searches of production that do so fail, or find less: mend target.mappings, unless this is what the copy"
                    + " is for."),
    FOUND_OTHERWISE(
            FindingCode.FIELD_SEARCHED_DIFFERENTLY,
            Severity.WARNS,
            "Fields that are searched or scored otherwise in the target",
            "Searches find other documents, or order them otherwise, unless this is what the copy is for."),
    NOT_INDEXED(
            FindingCode.FIELD_NOT_INDEXED,
            Severity.NOTES,
            "Fields of the source that the target keeps and does not index (dynamic)",
            "Add them to target.mappings if they shall be searched."),
    LOST(
            FindingCode.SUB_FIELD_MISSING,
            Severity.WARNS,
            "Sub-fields of the source that the target does not have",
            "Searches of production that name them find nothing: add them to target.mappings (fields)."),
    GUESSED(
            FindingCode.FIELD_TYPE_GUESSED,
            Severity.NOTES,
            "Fields of the source whose type the target would guess",
            "Add them to target.mappings if they shall keep the type that they have in the source."),
    NEW_FIELDS(
            FindingCode.DYNAMIC_DIFFERS,
            Severity.WARNS,
            "Objects that treat fields which are not mapped yet otherwise in the target (dynamic)",
            "Fields that documents bring later are mapped on one side only: take dynamic over from the source, unless"
                    + " this is what the copy is for."),
    ADDED(
            FindingCode.FIELD_ADDED,
            Severity.NOTES,
            "Fields that only the target maps",
            "Documents that bring such a field are indexed by it, and refused where its values do not fit."),
    OTHER(FindingCode.FIELD_PARAMETER_DIFFERS, Severity.NOTES, "Fields that have other parameters in the target", "");

    private final FindingCode code;
    private final Severity severity;
    private final String what;
    private final String advice;

    MappingEffect(FindingCode code, Severity severity, String what, String advice) {
        this.code = code;
        this.severity = severity;
        this.what = what;
        this.advice = advice;
    }

    FindingCode code() {
        return code;
    }

    Severity severity() {
        return severity;
    }

    /// The beginning of a sentence.
    String what() {
        return what;
    }

    String advice() {
        return advice;
    }
}
