package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.OnSourceMappingChange;
import java.time.Duration;

/// Where documents come from.
///
/// @param index the name of one concrete index
/// @param idsUniqueAcrossRoutings the operator's word that no id is used under two routing values
/// @param applicationVersions the operator's word that an application gives every version
/// @param refresh whether the run may ask for refreshes of the index
/// @param refreshInterval about the time between two rounds of refreshes of one shard, 100 ms to 10 s
/// @param onMappingChange what becomes of the run when its mapping or its settings change
public record SourceConfig(
        EndpointConfig endpoint,
        String index,
        boolean idsUniqueAcrossRoutings,
        boolean applicationVersions,
        boolean refresh,
        Duration refreshInterval,
        OnSourceMappingChange onMappingChange) {}
