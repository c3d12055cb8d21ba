package io.shardstream.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.time.ZoneOffset;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class TerminalPictureTest {
    private static Document parsed(List<Line> lines) throws Exception {
        String svg = TerminalPicture.of(lines, new Size(20, lines.size()));
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void whateverNamesHoldItIsOneDrawing() throws Exception {
        Document document = parsed(List.of(Line.of("<&>\"'\u001b[31m\uFFFF", Style.BAD), Line.of("full", Style.PLAIN)));
        assertThat(document.getElementsByTagName("text").item(0).getTextContent())
                .isEqualTo("<&>\"'\\u{1b}[31m\uFFFD");

        assertThat(parsed(Screen.of(SampleViews.hostile(), "", new Size(80, 60), ZoneOffset.UTC))
                        .getElementsByTagName("text")
                        .getLength())
                .isPositive();
    }

    @Test
    void ofARunItIsTheScreenOfThatSize() {
        Size size = new Size(100, 40);
        List<Line> screen = Screen.of(SampleViews.hostile(), "", size, ZoneOffset.UTC);

        assertThat(TerminalPicture.of(SampleViews.hostile(), 100, 40, ZoneOffset.UTC))
                .isEqualTo(TerminalPicture.of(screen, size));
    }

    @Test
    void barsAreRectanglesAndTextKeepsToItsColumns() {
        String svg = TerminalPicture.of(
                List.of(Line.of("ab", Style.PLAIN).and("██▌", Style.READ).and("░", Style.FAINT)), new Size(20, 1));
        assertThat(svg)
                .contains("textLength=\"16.8\"")
                .contains("<rect x=\"30.8\" y=\"16.0\" width=\"16.8\" height=\"16.0\" fill=\"#56b6c2\"/>")
                .contains("<rect x=\"47.6\" y=\"16.0\" width=\"4.2\" height=\"16.0\" fill=\"#56b6c2\"/>");
    }
}
