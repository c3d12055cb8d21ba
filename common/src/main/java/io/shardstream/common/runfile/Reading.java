package io.shardstream.common.runfile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What the parts of one reading share.
///
/// @param folder where relative paths begin
/// @param withClusters whether what source and target take from environment and files is looked up
/// @param keys every key that was asked for, with its default
/// @param sections every section that was asked for
record Reading(
        Problems problems,
        Path folder,
        RunFile.Environment environment,
        boolean withClusters,
        Map<String, String> keys,
        List<Section> sections) {}
