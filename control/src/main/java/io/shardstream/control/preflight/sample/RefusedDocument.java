package io.shardstream.control.preflight.sample;

/// A document that the target would refuse for good.
///
/// @param type the error's, such as `document_parsing_exception`
/// @param shape the reason without what is of this one document
/// @param id of the document
public record RefusedDocument(String type, String shape, String id) {}
