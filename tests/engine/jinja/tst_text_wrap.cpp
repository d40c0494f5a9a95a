#include "jinja/text_wrap.h"

#include "snippet_test.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestTextWrap : public test::SnippetTest {
    Q_OBJECT

public:
    TestTextWrap() : SnippetTest("text_wrap", 6) {}

private slots:
    // textwrap.wrap(text, width) of Python, with white space as it is
    void linesAreThoseOfTextwrap() {
        QCOMPARE(wrapped("the quick brown fox jumps", {.width = 10}), "the quick|brown fox|jumps");
        QCOMPARE(wrapped("a-b-c-d long-hyphenated", {.width = 6}), "a-b-|c-d|long-h|yphena|ted");
        QCOMPARE(wrapped("abcdefghijkl mn", {.width = 5}), "abcde|fghij|kl mn");
        QCOMPARE(wrapped("abcdefghijkl mn", {.width = 5, .breakLongWords = false}), "abcdefghijkl|mn");
        QCOMPARE(wrapped("long-hyphenated words", {.width = 8, .breakOnHyphens = false}),
                 "long-hyp|henated|words");
        QCOMPARE(wrapped("", {.width = 5}), "");
        QCOMPARE(wrapped("word--dash--end x", {.width = 6}), "word--|dash--|end x");
        QCOMPARE(wrapped("x---y e-mail-address", {.width = 7}), "x---y|e-mail-|address");
        QCOMPARE(wrapped("über-straßen-bahn", {.width = 7}), "über-st|raßen-|bahn");
        QCOMPARE(wrapped("a_b-c_d 1-2-three-four", {.width = 6}), "a_b-|c_d 1-|2-|three-|four");
        QCOMPARE(wrapped("--option -o some-thing", {.width = 9}), "--option|-o some-|thing");
        QCOMPARE(wrapped("non-break-able!-no", {.width = 5}), "non-b|reak-|able!|-no");
    }

    void widthIsInCharacters() { QCOMPARE(wrapped("ééééé ß", {.width = 4}), "éééé|é ß"); }

    void whereTextCameFromIsKept() {
        Runtime runtime({}, {});
        Text text = Text::trusted("ab ");
        text.append("cd", false);
        const auto lines = wrapText(runtime, text, {.width = 2});
        QCOMPARE(lines.size(), size_t{2});
        QVERIFY(lines[0].trustedAt(0) && !lines[1].trustedAt(0));
    }

private:
    static QByteArray wrapped(const char* text, const WrapOptions& options) {
        Runtime runtime({}, {});
        QByteArrayList lines;
        for (const Text& line : wrapText(runtime, Text::trusted(text), options))
            lines << QByteArray::fromStdString(line.bytes());
        return lines.join('|');
    }
};

QTEST_GUILESS_MAIN(TestTextWrap)
#include "tst_text_wrap.moc"
