package io.shardstream.common.runfile;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// What the parts of one reading share.
///
/// @param folder where relative paths begin
/// @param needs what is looked up in environment and files
/// @param clock tells when files with secrets are to be looked at again
/// @param keys every key that was asked for, with its default
/// @param sections every section that was asked for
record Reading(
        Problems problems,
        Path folder,
        RunFile.Environment environment,
        NeededSecrets needs,
        InstantSource clock,
        Map<String, String> keys,
        List<Section> sections) {}
