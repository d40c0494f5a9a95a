#include "text/pre_tokenizer.h"
#include "text/pre_tokenizer_table.h"

#include <QtTest>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::text;

class PreTokenizerTest : public QObject {
    Q_OBJECT

    static std::vector<size_t> lengths(const PreTokenizer& rule, const std::string& text) {
        std::vector<size_t> out;
        size_t begin = 0;
        for (const size_t end : rule.split(CharText(text))) {
            out.push_back(end - begin);
            begin = end;
        }
        return out;
    }

private slots:
    /// splits.json was written by another regular expression engine from the published patterns
    /// (make_splits.py).
    void asThePublishedPatterns() {
        const auto file = test::readJson(HEARTH_SOURCE_DIR "/tests/engine/text/splits.json");
        const auto texts = file["texts"].get<std::vector<std::string>>();
        for (const auto& [name, expected] : file["rules"].items()) {
            const PreTokenizer* rule = findPreTokenizer(name);
            QVERIFY2(rule != nullptr, name.c_str());
            for (size_t i = 0; i < texts.size(); ++i) {
                const auto actual = lengths(*rule, texts[i]);
                if (actual == expected[i].get<std::vector<size_t>>()) continue;
                QFAIL((name + " on " + nlohmann::json(texts[i]).dump() + ": " +
                       nlohmann::json(actual).dump() + " instead of " + expected[i].dump())
                          .c_str());
            }
        }
    }

    void piecesCoverTheText() {
        const auto file = test::readJson(HEARTH_SOURCE_DIR "/tests/engine/text/splits.json");
        for (const PreTokenizer& rule : preTokenizers()) {
            for (const auto& one : file["texts"]) {
                const CharText text(one.get<std::string>());
                size_t begin = 0;
                for (const size_t end : rule.split(text)) {
                    QVERIFY2(end > begin, rule.name.data());
                    begin = end;
                }
                QCOMPARE(begin, text.size());
            }
        }
    }

    void namesAreUnique() {
        std::set<std::string_view> names;
        for (const PreTokenizer& rule : preTokenizers()) {
            QVERIFY(names.insert(rule.name).second);
            QCOMPARE(findPreTokenizer(rule.name), &rule);
        }
        QVERIFY(names.size() >= 91);
        QCOMPARE(findPreTokenizer("no-such-rule"), nullptr);
        QCOMPARE(findPreTokenizer(""), nullptr);
    }

    void hostileTextTakesNearLinearTime() {
        const std::pair<const char*, const char*> shapes[] = {
            {"a", "x"}, {"A", "a"},   {" ", "x"}, {"\t", ""},        {"1", "a"},
            {"!", ""},  {" \n", "x"}, {"'", "s"}, {"\xCC\x81", "A"}, {"\xE4\xB8\xAD", "A"},
            {"a ", ""}, {"Aa", ""},   {"\n", ""}, {"/", ""},         {"\x01", ""}};
        std::set<const SplitStep*> seen;
        for (const PreTokenizer& rule : preTokenizers()) {
            if (!seen.insert(rule.steps.data()).second) continue;
            for (const auto& [repeated, last] : shapes) {
                std::string text;
                while (text.size() < 200'000) text += repeated;
                text += last;
                const CharText chars(text);
                const std::clock_t begin = std::clock();
                rule.split(chars);
                const std::clock_t took = std::clock() - begin;
                // Takes milliseconds; the quadratic patterns among them would take minutes.
                QVERIFY2(took < 2 * CLOCKS_PER_SEC, (std::string(rule.name) + " on " + repeated).c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(PreTokenizerTest)
#include "tst_pre_tokenizer.moc"
