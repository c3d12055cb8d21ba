package io.shardstream.common.runfile;

/// A value that a key does not take. The message says what it must be, after the key's name.
final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    private static final int QUOTED = 60;

    Refused(String sentence) {
        super(sentence, null, false, false);
    }

    /// A refusal that quotes the value; for values that cannot be secret.
    static Refused of(String mustBe, String value) {
        String shown = value.length() > QUOTED ? value.substring(0, QUOTED) + "…" : value;
        return new Refused(mustBe + ", got \"" + shown.replaceAll("\\p{Cntrl}", "�") + "\"");
    }
}
