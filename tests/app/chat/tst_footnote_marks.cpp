#include "chat/footnote_marks.h"

#include <QtTest>

#include "chat/markdown_blocks.h"
#include "chat/plain_text.h"

using namespace hearth::app;

class TestFootnoteMarks : public QObject {
    Q_OBJECT

private slots:
    void referencesAndDefinitionsAreFound() {
        const auto at = [](const char* text, int place) {
            const QString whole = QString::fromUtf8(text);
            const FootnoteMark mark = footnoteMarkAt(whole, place);
            return QString("%1 %2 %3")
                .arg(mark.length)
                .arg(mark.label, mark.isDefinition ? "note" : "reference");
        };
        QCOMPARE(at("A fact[^1].", 6), QString("4 1 reference"));
        QCOMPARE(at("[^1]: words", 0), QString("5 1 note"));
        QCOMPARE(at("> [^note]: words", 2), QString("8 note note"));
        QCOMPARE(at("word[^note]", 4), QString("7 note reference"));
        QCOMPARE(at("事实[^1]", 2), QString("4 1 reference"));
        const QString none = "0  reference";
        for (const auto& [text, place] :
             std::initializer_list<std::pair<const char*, int>>{{"[^abc]", 0},
                                                                {"match [^abc] once", 6},
                                                                {"[^0-9]+", 0},
                                                                {"x[^ab]+", 1},
                                                                {"a[^1](https://e.org)", 1},
                                                                {"\\[^1]", 1},
                                                                {"[^]", 0},
                                                                {"[^1", 0},
                                                                {"[1]", 0},
                                                                {"a [^ 1]", 2}})
            QCOMPARE(at(text, place), none);
    }

    /// A definition that is an address is a reference definition in CommonMark, and vanishes.
    void notesAreShown() {
        const auto texts = [](const char* markdown) {
            QStringList all;
            for (const MarkdownBlock& block : MarkdownBlocks::parse(QString::fromUtf8(markdown)))
                all += block.text;
            return all;
        };
        QCOMPARE(
            texts("A fact[^1].\n\n[^1]: https://example.org/source"),
            QStringList(
                {"A fact<sup>[1]</sup>.",
                 "<sup>[1]</sup> <a href=\"https://example.org/source\">https://example.org/source</a>"}));
        QCOMPARE(texts("One[^1] and two[^b2].\n\n[^1]: First **note**.\n[^b2]: Second\n    goes on."),
                 QStringList({"One<sup>[1]</sup> and two<sup>[b2]</sup>.",
                              "<sup>[1]</sup> First <b>note</b>.", "<sup>[b2]</sup> Second<br/>goes on."}));
        QCOMPARE(texts("- item[^1]\n\n[^1]: note"),
                 QStringList({"item<sup>[1]</sup>", "<sup>[1]</sup> note"}));
        QCOMPARE(texts("`a[^1]` and\n\n```\nx[^1]\n[^1]: y\n```"),
                 QStringList({"<code>a[^1]</code> and", "x[^1]\n[^1]: y"}));
        QCOMPARE(plainTextOf("A fact[^1].\n\n[^1]: source"), QString("A fact[1].\n\n[1] source"));
    }
};

QTEST_APPLESS_MAIN(TestFootnoteMarks)
#include "tst_footnote_marks.moc"
