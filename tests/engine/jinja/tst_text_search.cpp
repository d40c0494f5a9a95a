#include "jinja/text_search.h"

#include <QtTest>
#include <random>

#include "hearth/error.h"
#include "unicode/utf8.h"

using namespace hearth;
using namespace hearth::jinja;

class TestTextSearch : public QObject {
    Q_OBJECT

private slots:
    void findsWhatTheStandardLibraryFinds() {
        std::mt19937 random(1);
        Runtime runtime({.steps = size_t{1} << 40U}, {});
        for (int round = 0; round < 3000; ++round) {
            std::string text, part;
            for (size_t i = random() % 40; i > 0; --i) text += static_cast<char>('a' + random() % 2);
            for (size_t i = random() % 5; i > 0; --i) part += static_cast<char>('a' + random() % 2);
            const size_t from = random() % 45;
            QCOMPARE(findText(runtime, text, part, from), text.find(part, from));
            QCOMPARE(findTextLast(runtime, text, part), text.rfind(part));
        }
        const std::string far = std::string(200'000, 'a') + "b" + std::string(200'000, 'a');
        QCOMPARE(findText(runtime, far, "ab"), size_t{199'999});
        QCOMPARE(findTextLast(runtime, far, "ab"), size_t{199'999});
    }

    void countsCharacters() {
        Runtime runtime({}, {});
        for (const std::string text :
             {"", "a", "abcdefgh", "abcdefghi", "aé漢b", "ééééééééabcdefgh漢", "\xff\xc3"}) {
            const size_t characters = hearth::countCharacters(text);
            QCOMPARE(countCharacters(runtime, text), characters);
            for (size_t i = 0; i <= characters; ++i) {
                const auto range = characterAt(text, static_cast<int64_t>(i));
                QCOMPARE(offsetOfCharacter(runtime, text, i), range ? range->first : text.size());
            }
        }
    }

    void productsOfLengthsAreCharged() {
        Runtime runtime({.steps = 100'000}, {});
        const std::string text(100'000, 'a');
        QVERIFY_THROWS_EXCEPTION(Error, findText(runtime, text, std::string(50'000, 'a') + "b"));
    }
};

QTEST_GUILESS_MAIN(TestTextSearch)
#include "tst_text_search.moc"
