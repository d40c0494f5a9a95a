#include "grammar/text_set.h"

#include <QRegularExpression>
#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class TextSetTest : public QObject {
    Q_OBJECT

private slots:
    void textsThatAreTooLongAreRefusedAtOnce() {
        QVERIFY(TextSet::of({std::string(100'000, 'n')}).contains(std::string(100'000, 'n')));
        QVERIFY(refusalOf([] { return TextSet::of({std::string(10'000'000, 'n')}); }).contains("places"));
    }
    /// Against QRegularExpression, on all texts of up to five characters of a few.
    void fitsAsOtherEnginesDo() {
        QFETCH(QString, pattern);
        const TextSet part = TextSet::of(pattern.toStdString(), TextSet::Fit::Part);
        const TextSet whole = TextSet::of(pattern.toStdString(), TextSet::Fit::Whole);
        const QRegularExpression anywhere(pattern), all("^(?:" + pattern + ")\\z");
        QStringList texts = {""};
        for (qsizetype i = 0; i < texts.size() && texts[i].size() < 5; ++i)
            for (const char c : {'a', 'b', '1', '-'}) texts.append(texts[i] + QChar(c));
        for (const QString& text : texts) {
            QCOMPARE(part.contains(text.toStdString()), anywhere.match(text).hasMatch());
            QCOMPARE(whole.contains(text.toStdString()), all.match(text).hasMatch());
        }
    }
    void fitsAsOtherEnginesDo_data() {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern :
             {"a", "^a", "b$", "^ab?$", "a|^b", "(a|b)*1", "[^a]{2}", "a{2,3}", "^(a+-)+$", "a??b",
              "\\d+[a-]", "\\w\\W", "(a|ab)(1|b1)", "^$", "", "(^a|b$)", "[a-b-]{3}"})
            QTest::newRow(pattern) << pattern;
    }
    void areSets() {
        const TextSet words = TextSet::of(std::vector<std::string>{"cat", "car", "é"});
        QVERIFY(words.contains("cat") && words.contains("é") && !words.contains("ca"));
        const TextSet others = words.complement();
        QVERIFY(!others.contains("cat") && others.contains("ca") && others.contains("") &&
                others.contains("dog"));
        QVERIFY((words & others).empty());
        const TextSet three = TextSet::lengths(3, 3) & TextSet::of("a", TextSet::Fit::Part);
        QVERIFY(three.contains("bab") && !three.contains("ba") && !three.contains("bbb"));
        QVERIFY(TextSet::lengths(2, std::nullopt).contains("ééé") &&
                !TextSet::lengths(2, std::nullopt).contains("é"));
        QVERIFY(TextSet::all().complement().empty());
    }
    void areSpelledByRules() {
        const TextSet set = TextSet::of("^[ab]+c?$", TextSet::Fit::Part);
        const Rules rules = rulesWith([&](Rules& to) {
            return set.spell(to,
                             [](Rules& inner, const CodePoints& points) { return inner.characters(points); });
        });
        for (const char* text : {"a", "abbac", "c", "", "acc"})
            QCOMPARE(fitsText(rules, text), set.contains(text));
    }
    void sizeIsBounded() {
        QVERIFY(refusalOf([] {
                    return TextSet::of("(a|b)*a(a|b){40}", TextSet::Fit::Whole);
                }).contains("too many states"));
        QVERIFY(refusalOf([] { return TextSet::lengths(0, 10'000'000); }).contains("too many states"));
    }
};

QTEST_GUILESS_MAIN(TextSetTest)
#include "tst_text_set.moc"
