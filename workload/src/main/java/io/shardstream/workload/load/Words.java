package io.shardstream.workload.load;

import java.util.List;
import java.util.SplittableRandom;

/// Words drawn at random, common ones more often.
public final class Words {
    private static final List<String> ALL = List.of("""
            the of and to in is for with on as by that from at it water city river people after first year other \
            time over between under north house light world small large market station history record journey \
            harbour winter summer measure paper signal island mountain bridge window garden letter number music \
            silver copper engine railway village council library theory method pattern system network storage \
            shard segment merge translog replica primary cluster broker partition offset window checkpoint version \
            straße über größe schön müller œuvre façade naïve château garçon señor mañana corazón ação coração \
            žluťoučký kůň łódź święto árvíztűrő ığdır smörgåsbord ærø þing fjörður \
            город река время человек история море Ελλάδα θάλασσα βιβλίο ירושלים שלום كتاب مدينة نهر हिन्दी नदी \
            ภาษาไทย แม่น้ำ 東京 河川 図書館 歴史 音楽 서울 도서관 강물 漢字 ქართული հայերեն 😀 🚀 𝒳 \\"quoted\\" \
            C:\\\\temp line\\nbreak tab\\tstop \\u00e9t\\u00e9 and/or <b>bold</b> R&D 100% 3.14 2026-01-01""".split(" "));

    private final SplittableRandom random;

    public Words(SplittableRandom random) {
        this.random = random;
    }

    /// One word, ready to stand inside a JSON string.
    public String one() {
        double skewed = random.nextDouble() * random.nextDouble();
        return ALL.get((int) (skewed * ALL.size()));
    }

    /// Several words with spaces between them.
    public String some(int count) {
        StringBuilder text = new StringBuilder(count * 8);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : i % 13 == 12 ? ". " : " ").append(one());
        }
        return text.toString();
    }
}
