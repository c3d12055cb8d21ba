package io.shardstream.common.http;

import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Says in one line each who changed what over HTTP, or wanted to, and who was refused. What whoever has no right to
/// change anything can cause is rationed, so that nobody can fill a log.
final class Audit {
    /// Lines about those who are refused, each [#PERIOD].
    static final int MOST = 10;

    static final Duration PERIOD = Duration.ofMinutes(1);

    private static final int LONGEST = 300;
    /// What could begin a line of its own, or change how a terminal shows it.
    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private final Consumer<String> log;
    private final Ration ration;

    Audit(InstantSource clock, Consumer<String> log) {
        this.log = log;
        this.ration = new Ration(MOST, PERIOD, clock);
    }

    /// Somebody who may change something has asked for it.
    void asked(Exchange exchange, Caller caller) {
        Answered answered = exchange.answered();
        log.accept(
                (answered.isGood() ? "Done over HTTP: " : "Not done over HTTP: ") + line(exchange, caller, answered));
    }

    /// Somebody may not have, or not change, what was asked for.
    void refused(Exchange exchange, Caller caller) {
        rationed(line(exchange, caller, exchange.answered()));
    }

    /// Somebody has asked, for what they may have without one, with a token that is not known.
    void triedToken(Exchange exchange, Caller caller) {
        rationed(clean(exchange.wanted()) + " by " + clean(caller.toString()) + ", from " + exchange.from()
                + ": this token is not known");
    }

    /// A client showed a certificate that is not trusted.
    void refusedCertificate(String subject, String from, String why) {
        rationed("a certificate of " + clean(subject) + " from " + clean(from) + ": " + clean(why));
    }

    private void rationed(String line) {
        OptionalLong left = ration.take();
        if (left.isPresent()) {
            String more = left.getAsLong() == 0 ? "" : "; " + left.getAsLong() + " more before this were not told";
            log.accept("Refused over HTTP: " + line + more);
        }
    }

    private static String line(Exchange exchange, Caller caller, Answered answered) {
        return clean(exchange.wanted()) + " by " + clean(caller.toString()) + ", from " + exchange.from() + ": "
                + answered.status() + ", " + clean(answered.sentence());
    }

    private static String clean(String text) {
        String visible = UNSEEN.matcher(text).replaceAll("?");
        return visible.length() > LONGEST ? visible.substring(0, LONGEST) + "…" : visible;
    }
}
