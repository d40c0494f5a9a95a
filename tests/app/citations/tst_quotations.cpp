#include "citations/quotations.h"

#include <QtTest>

using namespace hearth::app;

class TestQuotations : public QObject {
    Q_OBJECT

    static QuotableText sources() {
        QuotableText text;
        text.add("Bees visit about two mil-\nlion flowers for a jar of honey, and they fly far.");
        text.add("Die Königin legt bis zu 2000 Eier am Tag.");
        return text;
    }

private slots:
    void quotationsAreFoundInManyLanguages() {
        const QChar open(0x201c), close(0x201d), low(0x201e);
        QCOMPARE(quotationsIn(QString("It says \"one two three four\" and \"too short\".")),
                 QStringList{"one two three four"});
        QCOMPARE(quotationsIn(QString(open) + "one two three four" + close),
                 QStringList{"one two three four"});
        QCOMPARE(quotationsIn(QString(low) + "eins zwei drei vier" + open),
                 QStringList{"eins zwei drei vier"});
        QCOMPARE(quotationsIn(QString(QChar(0xab)) + " un deux trois quatre " + QChar(0xbb)),
                 QStringList{"un deux trois quatre"});
        QVERIFY(quotationsIn("\"one two\nthree four five\"").isEmpty());
        QVERIFY(
            quotationsIn("```\nprint(\"one two three four\")\n```\nand `\"one two three four\"`").isEmpty());
    }
    void wordForWordCounts() {
        const QuotableText text = sources();
        QVERIFY(text.has("about two million flowers"));
        QVERIFY(text.has("About two million flowers for a jar"));
        QVERIFY(text.has("Bees visit … they fly far."));
        QVERIFY(!text.has("they fly far ... Bees visit"));
        QVERIFY(!text.has("about three million flowers"));
        QVERIFY(text.has("Die Königin legt bis zu 2000 Eier"));
        // Not over the border of two texts.
        QVERIFY(!text.has("they fly far. Die Königin"));
    }
    void whatIsNotThereIsTold() {
        QCOMPARE(
            unfoundQuotations(
                "\"Bees visit about two million flowers\" [1], and \"bees never sleep at all\".", sources()),
            QStringList{"bees never sleep at all"});
        QVERIFY(unfoundQuotations("No quotation.", sources()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestQuotations)
#include "tst_quotations.moc"
