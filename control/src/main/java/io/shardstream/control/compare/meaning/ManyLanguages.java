package io.shardstream.control.compare.meaning;

import java.util.List;

/// Words of many languages: plain ones and inflected ones, since analyzers cut endings off, and such as have
/// letters that can be written in more than one way.
final class ManyLanguages {
    /// One text a language, in the languages for which servers have analyzers (`Language analyzers`,
    /// <https://www.elastic.co/docs/reference/text-analysis/analysis-lang-analyzer>), and one of signs.
    static final List<String> TEXTS = List.of(
            "running ran runs generously universities university past skis dying news organization organised"
                    + " children's houses relational conditional happiness",
            "Häuser Häusern läuft laufen größer Straße Strasse Übungen schönste aufeinanderfolgenden Kindes Äpfel"
                    + " Mädchens Bücherregale freundlichkeit",
            "l'avion chevaux mangeaient majestueusement continuellement élèves œuvre naïve aujourd'hui qu'elle"
                    + " nationalité heureuse premières",
            "niños cantando rápidamente bibliotecas españolas habláramos corazones averigüéis canciones perros"
                    + " amabilidad vacaciones",
            "abbandonata dell'amico propagare propagazione pronunciato città perché amicizia bellissime andavano"
                    + " velocemente",
            "não ações corações quilométricas rapidamente boemia cantávamos felicidade português lápis irmãs países"
                    + " facilmente",
            "vacanțelor vacanţelor absență absenţa frumoasele copiilor învățătorii şcolile școlile națională"
                    + " câinelui cărţile cărților",
            "lichamelijke opglimlachen huizen lopende mogelijkheden geïnteresseerd kinderen vrijheid zonen brieven",
            "husene undersøgelse uafhængige børnene løbende jævnt spændende bøger kærlighed ældste",
            "jaktkarlarne klostret bokhyllorna springande möjligheter flickornas åren ändamål sjukhusen vänskap",
            "havnemyndighetene vekstkvoten barnas løpende mulighetene bøkene året æren kjærlighet skolenes",
            "edeltäjiinsä taloissamme juoksevat mahdollisuuksien kirjojen äitini ystävyys kauneimmat lapsille",
            "kutyáknak házaimban futottak lehetőségek könyvei barátságos gyerekekkel szépség almákat legszebb",
            "псов собаками бежавшими возможности университетский ёлка елка красивейшая книгами друзьями радостная",
            "котките къщата книгите най-красивата учителят децата бързо градове приятелство",
            "krásnější možnostmi dětem knihách přátelství nejlepšími městech žluťoučký kůň úpěl ženami",
            "książkami możliwości dziećmi najpiękniejsza przyjaźń źdźbło łódka miastach szkołach",
            "σκύλους παιδιά βιβλίων ομορφότερη δυνατότητες φιλία Άνθρωπος ΑΝΘΡΩΠΟΣ ταΐζω εργασίες πόλεις",
            "evlerimizden kitapları çocukların İstanbul'da ISPARTA ığdır güzelliği koşuyorlar arkadaşlık",
            "الكتاب كتابه المدرسة والطلاب يكتبون مكتبات إسلامية أحمد ۱۲۳ ١٢٣ الأولاد جامعتهم صداقة",
            "کتاب‌ها می‌روند خانه‌های ایرانی كتاب ي ی دانشجویان زبانِ بزرگ‌ترین دوستی پایه مسئله",
            "پیاوەکان كتێبه‌كان هەولێر زانکۆی منداڵەکان خوێندنگا شارەکانی",
            "किताबों लड़कियाँ लड़कियां विद्यालयों हिंदी हिन्दी ख़बर खबर जाऊँगा दोस्ती",
            "বইগুলো ছেলেমেয়েরা বাংলাদেশের বিদ্যালয়ে ভালোবাসা শহরের বন্ধুত্ব",
            "หนังสือพิมพ์ไทยเป็นภาษาที่สวยงามและน่าเรียนรู้ ๑๒๓",
            "日本語の文章を解析する コンピューター ｺﾝﾋﾟｭｰﾀｰ 学校 食べました",
            "我们正在研究中文分词的问题 北京大學 圖書館",
            "한국어 문장을 분석합니다 학교에서 공부했습니다 책들",
            "leabhair fhear d'athair n-éirí scoileanna cailíní buachaillí Éireannach",
            "suņiem grāmatām bērniem iespējas skaistākās draudzība pilsētās skolēni",
            "knygomis vaikams galimybės gražiausia draugystė miestuose mokyklų žmonėms",
            "gosses llibres possibilitats l'amistat ciutats col·legi nens ràpidament",
            "etxeetan liburuak umeentzat aukerak lagunekin mendietara zakurrak eskolak",
            "cancións posibilidades amizade cidades nenos axiña libros fermosas",
            "գրքերը երեխաների հնարավորություններ քաղաքներում ընկերություն գեղեցիկ",
            "raamatud lastele võimalused sõprus linnades ilusaim koerad",
            "knjigama deci mogućnosti prijateljstvo gradovima најлепша књигама",
            "Wi-Fi 3.14 1,000,000 12:30 2026-01-31 user@example.com https://example.com/a/b?c=d C++ O'Neil don't ﬁne"
                    + " ＦＵＬＬ ½ e-mail AT&T foo_bar camelCase #tag");

    private ManyLanguages() {}
}
