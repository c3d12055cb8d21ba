package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {
    @ParameterizedTest
    @CsvSource({"abc, 3", "Zürich, 6", "全角, 4", "한글, 4", "😀, 2", "é, 1", "e\u0301, 1", "▇█, 2", "ｱ, 1", "Ａ, 2"})
    void aTextTakesAsManyColumnsAsATerminalGivesIt(String text, int columns) {
        assertThat(Columns.of(text)).isEqualTo(columns);
    }

    @Test
    void whatDoesNotFitEndsWithAMark() {
        assertThat(Columns.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Columns.cut("abcdef", 5)).isEqualTo("abcd…");
        assertThat(Columns.cut("abcdef", 1)).isEqualTo("…");
        assertThat(Columns.cut("abcdef", 0)).isEmpty();
    }

    @Test
    void aWideCharacterIsNeverCutInHalf() {
        assertThat(Columns.cut("全角文字", 6)).isEqualTo("全角…");
        assertThat(Columns.left("全角文字", 6)).isEqualTo("全角… ");
        assertThat(Columns.cut("\uD83D\uDE00\uD83D\uDE00", 3)).isEqualTo("\uD83D\uDE00…");
    }

    @Test
    void sentencesAreBrokenBetweenWords() {
        assertThat(Columns.wrap("one two three four", 9, 3)).containsExactly("one two", "three", "four");
        assertThat(Columns.wrap("one two three four", 9, 2)).containsExactly("one two", "three fo…");
        assertThat(Columns.wrap("onetwothree", 4, 9)).containsExactly("onet", "woth", "ree");
    }

    @Test
    void aLineIsCutAcrossItsSpans() {
        Line line = Line.of("one", Style.STRONG).and("two", Style.BAD).and("three", Style.PLAIN);
        assertThat(line.cutTo(11)).isEqualTo(line);
        assertThat(line.cutTo(10).text()).isEqualTo("onetwothr…");
        assertThat(line.cutTo(6).text()).isEqualTo("onetw…");
        assertThat(line.cutTo(3).spans()).containsExactly(new StyledText("on…", Style.STRONG));
    }

    @Test
    void aTerminalWithoutBlocksGetsTheSameScreenInAscii() {
        assertThat(Ascii.of("██▌░ ▂▇█ a → b… 全é")).isEqualTo("##-. 27# a > b~ ???");
    }
}
