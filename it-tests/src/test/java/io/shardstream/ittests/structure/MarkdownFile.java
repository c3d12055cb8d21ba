package io.shardstream.ittests.structure;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The parts of a Markdown text that name things: code spans, links and code blocks.
record MarkdownFile(String text) {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```$");
    private static final Pattern SPAN = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /// A fenced block and the language after its fence, empty where there is none.
    record Block(String language, String content) {}

    List<Block> blocks() {
        return BLOCK.matcher(text)
                .results()
                .map(match -> new Block(match.group(1), match.group(2)))
                .toList();
    }

    /// The text between single backticks, outside blocks.
    List<String> spans() {
        return groups(SPAN);
    }

    /// The targets of links, outside blocks.
    List<String> links() {
        return groups(LINK);
    }

    /// Every use of the command that is written down: spans, and the lines of shell blocks with their continuation
    /// lines joined.
    List<String> commands() {
        Stream<String> lines = blocks().stream()
                .filter(block -> block.language().matches("|sh|bash|shell|console"))
                .flatMap(block -> block.content().replace("\\\n", " ").lines());
        return Stream.concat(spans().stream(), lines)
                .map(line -> line.strip().replaceFirst("^\\$ ", ""))
                .filter(line -> line.matches("(\\./)?shardstream .*"))
                .toList();
    }

    private List<String> groups(Pattern pattern) {
        return pattern.matcher(BLOCK.matcher(text).replaceAll(""))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
