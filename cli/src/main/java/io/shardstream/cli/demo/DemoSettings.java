package io.shardstream.cli.demo;

import io.shardstream.localcluster.search.SearchServerVersion;

/// What the demo is asked to show.
///
/// @param documents how many documents are copied, at least 1
/// @param server the server that holds source and target
/// @param kill whether readers and writers are killed meanwhile
/// @param seed of generated documents and of the moments of the kills
record DemoSettings(long documents, SearchServerVersion server, boolean kill, long seed) {
    DemoSettings {
        if (documents < 1) {
            throw new IllegalArgumentException("a demo needs a document, got " + documents);
        }
    }
}
