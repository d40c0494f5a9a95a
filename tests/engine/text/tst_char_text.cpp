#include "text/char_text.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::text;
using namespace hearth::char_class;

class CharTextTest : public QObject {
    Q_OBJECT

private slots:
    void takesTextApart() {
        const CharText text("a\xC3\xA4\xFF\xF0\x9F\x98\x80\n");
        QCOMPARE(text.codePoints, (std::vector<char32_t>{U'a', U'ä', 0xFFFD, 0x1F600, U'\n'}));
        QCOMPARE(text.offsets, (std::vector<size_t>{0, 1, 3, 4, 8, 9}));
        QVERIFY((text.classes[1] & kLower) != 0 && (text.classes[3] & kSymbol) != 0);
        QCOMPARE(text.classes[4], static_cast<Mask>(kSpace | kNewline));
        QCOMPARE(CharText("").offsets, std::vector<size_t>{0});
    }
    void sets() {
        constexpr CharSet::Range ranges[] = {{U'0', U'4'}, {U'x', U'x'}};
        const CharSet set{.any = kUpper, .none = kHan, .ranges = ranges, .rangeCount = 2};
        CharSet negated = set;
        negated.negated = true;
        for (const auto& [c, inside] :
             {std::pair{U'A', true}, {U'a', false}, {U'3', true}, {U'5', false}, {U'x', true}}) {
            QCOMPARE(set.holds(c, classOf(c)), inside);
            QCOMPARE(negated.holds(c, classOf(c)), !inside);
        }
        QVERIFY(!CharSet({.any = kLetter, .none = kHan}).holds(U'中', classOf(U'中')));
        QVERIFY(CharSet({.any = kLetter, .none = kHan}).holds(U'の', classOf(U'の')));
    }
};

QTEST_APPLESS_MAIN(CharTextTest)
#include "tst_char_text.moc"
