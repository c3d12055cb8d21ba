package io.shardstream.common.runfile;

/// Where documents come from.
///
/// @param index the name of one concrete index
/// @param idsUniqueAcrossRoutings the operator's word that no id is used under two routing values
/// @param refresh whether the run may ask for refreshes of the index
public record SourceConfig(EndpointConfig endpoint, String index, boolean idsUniqueAcrossRoutings, boolean refresh) {}
