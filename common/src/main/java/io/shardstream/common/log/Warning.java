package io.shardstream.common.log;

import org.slf4j.Logger;

/// What is to be logged as a warning.
///
/// @param about whom
/// @param sentence what happened, without any part of a document
public record Warning(About about, String sentence) {
    public void to(Logger log) {
        about.in(log.atWarn()).log("{}", sentence);
    }
}
