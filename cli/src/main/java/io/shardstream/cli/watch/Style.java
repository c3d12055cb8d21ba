package io.shardstream.cli.watch;

/// What a piece of text stands for. Colours are those that the terminal's user has chosen, by their usual names, and
/// say
/// nothing that words do not say too.
enum Style {
    PLAIN("", "#d4d9e0", false),
    STRONG("1", "#ffffff", true),
    FAINT("90", "#7d8794", false),
    READ("36", "#56b6c2", false),
    KAFKA("35", "#c678dd", false),
    WRITTEN("32", "#98c379", false),
    VERIFIED("94", "#61afef", false),
    STEADY("32", "#98c379", false),
    SLOW("33", "#e5c07b", false),
    BAD("1;31", "#ff6b74", true),
    /// Somebody must look.
    ALERT("1;97;41", "#ffffff", true);

    private final String codes;
    private final String colour;
    private final boolean bold;

    Style(String codes, String colour, boolean bold) {
        this.codes = codes;
        this.colour = colour;
        this.bold = bold;
    }

    /// What stands between `ESC [` and `m` to begin it; empty for text as it is.
    String codes() {
        return codes;
    }

    /// On a dark background.
    String colour() {
        return colour;
    }

    boolean isBold() {
        return bold;
    }
}
