package io.shardstream.reader.shard;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// What is the matter with one shard, told once and not at every try.
final class Trouble {
    private final Logger log;
    private final String what;
    private @Nullable String told;

    Trouble(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    void is(String sentence) {
        if (!sentence.equals(told)) {
            log.warn("{}: {}", what, sentence);
            told = sentence;
        }
    }

    void isOver() {
        if (told != null) {
            log.info("{}: reading goes on", what);
            told = null;
        }
    }
}
