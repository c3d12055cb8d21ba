package io.shardstream.reader.shard;

import io.shardstream.common.log.About;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// What is the matter with one shard, told once and not at every try.
final class Trouble {
    private final Logger log;
    private final String what;
    private final Supplier<About> about;
    private @Nullable String told;

    /// @param what the shard, in words
    /// @param about the same for machines, as it is known when something is told
    Trouble(Logger log, String what, Supplier<About> about) {
        this.log = log;
        this.what = what;
        this.about = about;
    }

    void is(String sentence) {
        if (!sentence.equals(told)) {
            about.get().in(log.atWarn()).log("{}: {}", what, sentence);
            told = sentence;
        }
    }

    void isOver() {
        if (told != null) {
            about.get().in(log.atInfo()).log("{}: reading goes on", what);
            told = null;
        }
    }
}
