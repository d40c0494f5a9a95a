// The endings of values that are written as they are, and the texts that come back whole before them.
#include "grammar/value_endings.h"

#include <QtTest>
#include <random>

#include "grammar/token_texts.h"

using namespace hearth;
using namespace hearth::grammar;
using Texts = std::vector<std::string>;

class ValueEndingsTest : public QObject {
    Q_OBJECT

    /// As Qwen 3.5 writes calls.
    static CallForm tags() {
        CallForm form;
        form.first = std::string(1, markSign) + "<tool_call>\n<function=";
        form.between =
            "\n" + std::string(1, markSign) + "</tool_call>\n" + markSign + "<tool_call>\n<function=";
        form.last = "\n" + std::string(1, markSign) + "</tool_call>";
        const std::string before = std::string(">\n");
        const ArgumentForm::Value value{before, "\n</parameter>\n", true};
        form.arguments = ArgumentForm{.text = value,
                                      .number = value,
                                      .boolean = value,
                                      .object = value,
                                      .list = value,
                                      .null = value,
                                      .first = ">\n<parameter=",
                                      .between = "<parameter=",
                                      .last = "</function>",
                                      .none = ">\n</function>"};
        return form;
    }
    static Texts endings(const CallForm& form, const Texts& tools, const Texts& keys, std::string_view key) {
        return valueEndings(form, form.arguments->text, tools, keys, key);
    }

private slots:
    void wholeEndingsOfAForm() {
        const Texts expected{"\n</parameter>\n</function>\n</tool_call>",
                             "\n</parameter>\n<parameter=days>\n"};
        QCOMPARE(endings(tags(), {"f", "g"}, {"city", "days"}, "city"), expected);
        // Only the keys of others follow.
        QCOMPARE(endings(tags(), {"f"}, {"city"}, "city"), Texts{expected.front()});
    }
    void shortPiecesNeedANameAfterThem() {
        CallForm form;
        form.between = ", ";
        form.last = "]";
        const ArgumentForm::Value value{"=", "", true};
        ArgumentForm& arguments = form.arguments.emplace();
        arguments.text = value;
        arguments.first = "(";
        arguments.between = ", ";
        arguments.last = ")";
        arguments.none = "()";
        const Texts expected{"), f(", "), g(", ")]", ", b="};
        QCOMPARE(endings(form, {"f", "g"}, {"a", "b"}, "a"), expected);
        form.several = false;
        QCOMPARE(endings(form, {"f", "g"}, {"a", "b"}, "a"), (Texts{")]", ", b="}));
    }
    void keysAreNamedInTheirOwnEnding() {
        CallForm form;
        form.last = "</call>";
        form.several = false;
        const std::string close = std::string("</") + keySign + ">";
        const ArgumentForm::Value value{">", close, true};
        ArgumentForm& arguments = form.arguments.emplace();
        arguments.text = value;
        arguments.first = "<";
        arguments.between = "<";
        arguments.last = "";
        arguments.none = "";
        QCOMPARE(endings(form, {}, {"a", "b"}, "a"), (Texts{"</a></call>", "</a><b>"}));
    }
    void whatChangesCutsAPiece() {
        const std::string piece = std::string("a") + keySign + markSign + "b" + idSign + "c";
        QCOMPARE(plainPiece(piece, "key"), std::string("akeyb"));
        QCOMPARE(plainPiece(piece), std::string("ab"));
        QCOMPARE(plainPiece(std::string(1, countSign)), std::string());
        QCOMPARE(plainPiece({}), std::string());
    }
    void noEndingBeginsWithAnotherOne() {
        const Texts keys{"a", "ab", "abc", "b", ""};
        const Texts found = endings(tags(), {"f", "ff", ""}, keys, "b");
        for (const std::string& one : found)
            for (const std::string& other : found) QVERIFY(&one == &other || !one.starts_with(other));
    }

    void textsBeforeEndings_data() {
        QTest::addColumn<QString>("endings");
        QTest::addColumn<QString>("alphabet");
        QTest::newRow("one") << "ab"
                             << "abc";
        QTest::newRow("itself again") << "aba"
                                      << "ab";
        QTest::newRow("two") << "ab,bc"
                             << "abc";
        QTest::newRow("one completes the other") << "aab,b"
                                                 << "ab";
        QTest::newRow("signs of expressions") << ".*,(a)"
                                              << ".*(a)";
        QTest::newRow("brackets") << "[],^$"
                                  << "[]^$a";
        QTest::newRow("line breaks") << "\n</p>\n,\n"
                                     << "\n</p>";
        QTest::newRow("none") << ""
                              << "ab";
    }
    /// A text comes back exactly where the first ending in text + ending is the one after it: held against a
    /// search through all short texts.
    void textsBeforeEndings() {
        QFETCH(const QString, endings);
        QFETCH(const QString, alphabet);
        Texts all;
        for (const QString& one : endings.split(',', Qt::SkipEmptyParts)) all.push_back(one.toStdString());
        const TextSet fits = textsBefore(all);
        const std::string letters = alphabet.toStdString();
        Texts texts{""};
        for (size_t i = 0; i < texts.size() && texts.size() < 4000; ++i)
            for (const char c : letters)
                if (texts[i].size() < 5) texts.push_back(texts[i] + c);
        for (const std::string& text : texts) {
            const bool whole = std::ranges::all_of(all, [&](const std::string& ending) {
                const std::string written = text + ending;
                size_t first = std::string::npos;
                for (const std::string& one : all) first = std::min(first, written.find(one));
                return first == text.size();
            });
            // A text that is read back differently is never considered whole. Little is held back in vain.
            QVERIFY2(!fits.contains(text) || whole, text.c_str());
            const bool open = std::ranges::any_of(all, [&](const std::string& ending) {
                for (size_t split = 1; split < ending.size(); ++split)
                    if (text.ends_with(ending.substr(0, split))) return true;
                return false;
            });
            QVERIFY2(fits.contains(text) || !whole || open, text.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(ValueEndingsTest)
#include "tst_value_endings.moc"
