#include "grammar/code_points.h"

#include <QtTest>
#include <set>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class CodePointsTest : public QObject {
    Q_OBJECT

private slots:
    void areSetsWithoutSurrogates() {
        const CodePoints all = CodePoints::all();
        QVERIFY(all.contains(0) && all.contains(0x10FFFF) && !all.contains(0xD800) && !all.contains(0xDFFF));
        QVERIFY(all.complement().empty());
        const CodePoints letters({{'a', 'm'}, {'k', 'z'}, {'0', '9'}});
        QCOMPARE(letters.ranges().size(), size_t{2});
        QVERIFY((letters & CodePoints({{'y', 0x7F}})) == CodePoints({{'y', 'z'}}));
        QVERIFY((letters - CodePoints::one('b')).contains('c') &&
                !(letters - CodePoints::one('b')).contains('b'));
        QVERIFY((letters | letters.complement()) == all);
    }
    void areSpelledAsUtf8() {
        // Every code point of some ranges, against an encoder; nothing else within four bytes of one lead.
        const CodePoints points({{0x41, 0x43},
                                 {0x7F, 0x81},
                                 {0x7FE, 0x802},
                                 {0xD7FE, 0xE002},
                                 {0xFFFE, 0x10001},
                                 {0x10FFFE, 0x10FFFF}});
        std::set<std::string> spelled, expected;
        utf8Ranges(points, [&](const ByteRanges& ranges) {
            std::vector<std::string> texts = {""};
            for (int i = 0; i < ranges.count; ++i) {
                std::vector<std::string> longer;
                for (const std::string& text : texts)
                    for (int byte = ranges.bytes[static_cast<size_t>(i)].first;
                         byte <= ranges.bytes[static_cast<size_t>(i)].last; ++byte)
                        longer.push_back(text + static_cast<char>(byte));
                texts = std::move(longer);
            }
            for (const std::string& text : texts) QVERIFY(spelled.insert(text).second);
        });
        for (const auto& [first, last] : points.ranges())
            for (uint32_t point = first; point <= last; ++point) {
                const char32_t character = point;
                expected.insert(QString::fromUcs4(&character, 1).toStdString());
            }
        QVERIFY(spelled == expected);
    }
};

QTEST_GUILESS_MAIN(CodePointsTest)
#include "tst_code_points.moc"
