package io.shardstream.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandProcessTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void putBack() {
        Locale.setDefault(before);
    }

    @Command(name = "count")
    record Count(PrintWriter out) implements Callable<Integer> {
        @Override
        public Integer call() {
            out.print("%d documents, %.1f %%".formatted(1527, 99.5));
            out.flush();
            return 3;
        }
    }

    /// That of the machine may write digits of its own.
    @Test
    void numbersAreWrittenTheSameInEachLocale() {
        for (String locale : new String[] {"ar-EG", "tr-TR", "en-US"}) {
            Locale.setDefault(Locale.forLanguageTag(locale));
            StringWriter text = new StringWriter();
            int code = CommandProcess.run(_ -> new CommandLine(new Count(new PrintWriter(text))));
            assertThat(code).isEqualTo(3);
            assertThat(text).as(locale).hasToString("1527 documents, 99.5 %");
        }
    }
}
