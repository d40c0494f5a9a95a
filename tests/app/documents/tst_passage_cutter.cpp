#include "documents/passage_cutter.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace hearth::app;
using store::PassageRecord;

class TestPassageCutter : public QObject {
    Q_OBJECT

    static QStringList textsOf(const std::vector<PassageRecord>& passages) {
        QStringList texts;
        for (const PassageRecord& passage : passages) texts += passage.text;
        return texts;
    }

    /// Checks the invariants of any text: positions are right, nothing is lost and nothing is duplicated.
    static void checkPlaces(const QString& text, const std::vector<PassageRecord>& passages) {
        const QByteArray bytes = text.toUtf8();
        qint64 end = 0;
        QString blanks;
        for (size_t i = 0; i < passages.size(); ++i) {
            const PassageRecord& passage = passages[i];
            QCOMPARE(passage.number, static_cast<int>(i));
            QVERIFY(passage.firstByte >= end);
            QCOMPARE(QString::fromUtf8(bytes.mid(passage.firstByte, passage.endByte - passage.firstByte)),
                     passage.text);
            blanks += QString::fromUtf8(bytes.mid(end, passage.firstByte - end));
            const QByteArray before = bytes.left(passage.firstByte);
            QCOMPARE(passage.firstLine, static_cast<int>(before.count('\n')) + 1);
            QCOMPARE(passage.lastLine, passage.firstLine + static_cast<int>(passage.text.count(u'\n')));
            QVERIFY2(estimatedTokens(passage.text) <= maxPassageTokens + 1,
                     qPrintable(QString::number(estimatedTokens(passage.text))));
            QVERIFY(!passage.text.trimmed().isEmpty());
            end = passage.endByte;
        }
        blanks += QString::fromUtf8(bytes.mid(end));
        QVERIFY2(blanks.trimmed().isEmpty(), qPrintable(blanks));
    }

private slots:
    void headingsBeginPassages() {
        const QString text =
            "Before.\n\n# Harbour\n\n## Dues\nOne.\n\nTwo.\n\n```\n# no heading\n```\n## Berths "
            "##\nThree.\n# "
            "Town\nFour.\n#nothing\n";
        const auto passages = cutPassages(text, TextForm::Marked);
        checkPlaces(text, passages);
        QCOMPARE(textsOf(passages),
                 (QStringList{"Before.", "# Harbour\n\n## Dues\nOne.\n\nTwo.\n\n```\n# no heading\n```",
                              "## Berths ##\nThree.", "# Town\nFour.\n#nothing"}));
        QCOMPARE(passages[0].headings, QString());
        QCOMPARE(passages[1].headings, QStringLiteral("Harbour › Dues"));
        QCOMPARE(passages[2].headings, QStringLiteral("Harbour › Berths"));
        QCOMPARE(passages[3].headings, QStringLiteral("Town"));
        QCOMPARE(passages[3].firstLine, 15);
    }

    void paragraphsStayWhole() {
        QStringList paragraphs;
        for (int i = 0; i < 12; ++i)
            paragraphs +=
                QStringLiteral("Paragraph %1 %2\nand its second line.").arg(i).arg(QString(300, 'x'));
        const QString text = paragraphs.join("\n\n");
        const auto passages = cutPassages(text, TextForm::Prose);
        checkPlaces(text, passages);
        for (const QString& passage : textsOf(passages)) {
            QVERIFY(passage.startsWith("Paragraph"));
            QVERIFY(passage.endsWith("line."));
        }
        QCOMPARE(passages.size(), size_t{6});
    }

    void pagesAreCut() {
        const auto passages = cutPassages("one\n\ftwo\f\fthree\nthird", TextForm::Prose);
        QCOMPARE(textsOf(passages), (QStringList{"one", "two", "three\nthird"}));
        QCOMPARE(passages[0].page, 1);
        QCOMPARE(passages[1].page, 2);
        QCOMPARE(passages[2].page, 4);
    }

    void functionsBeginPassages() {
        QString code;
        for (int i = 0; i < 10; ++i)
            code +=
                QStringLiteral("int f%1() {\n    %2;\n\n    return 1;\n}\n\n").arg(i).arg(QString(400, 'y'));
        const auto passages = cutPassages(code, TextForm::Code);
        checkPlaces(code, passages);
        for (const PassageRecord& passage : passages) QVERIFY(passage.text.startsWith("int f"));
    }

    void rowsHaveTheNamesOfTheColumns() {
        QString table = "name,dues\n";
        for (int i = 0; i < 200; ++i) table += QStringLiteral("ship %1,%1\n").arg(i);
        const auto passages = cutPassages(table, TextForm::Table);
        checkPlaces(table, passages);
        QVERIFY(passages.size() > 1);
        for (const PassageRecord& passage : passages) QCOMPARE(passage.headings, QStringLiteral("name,dues"));
    }

    void longLinesAreCutWhereTheyMayBe() {
        QString text;
        for (int i = 0; i < 300; ++i) text += QStringLiteral("Sentence number %1 is here. ").arg(i);
        auto passages = cutPassages(text, TextForm::Prose);
        checkPlaces(text, passages);
        for (const QString& passage : textsOf(passages)) QVERIFY(passage.endsWith("here."));
        text = QString(5000, 'x');
        passages = cutPassages(text, TextForm::Prose);
        checkPlaces(text, passages);
        text = QString::fromUcs4(U"\U0001F600").repeated(2001);
        passages = cutPassages(text, TextForm::Prose);
        checkPlaces(text, passages);
        QString words;
        for (const PassageRecord& passage : passages) words += passage.text;
        QCOMPARE(words, text);
        text = QStringLiteral("港口的费用由船长支付。").repeated(200);
        passages = cutPassages(text, TextForm::Prose);
        checkPlaces(text, passages);
        for (const QString& passage : textsOf(passages)) QVERIFY(passage.endsWith(u'。'));
    }

    void textsAtRandom() {
        const QStringList parts{"word ", "\n",     "\n\n", "# head\n", "    x = 1;\n",
                                "```\n", "Ende. ", "ä€字", "a,b\n",    QString(700, 'l'),
                                " ",     "## \n"};
        quint32 state = 1;
        const auto next = [&state] { return (state = state * 1664525U + 1013904223U) >> 16U; };
        for (int round = 0; round < 300; ++round) {
            QString text;
            for (unsigned i = 0, count = next() % 200; i < count; ++i)
                text += parts[next() % static_cast<unsigned>(parts.size())];
            for (const TextForm form : {TextForm::Prose, TextForm::Marked, TextForm::Code, TextForm::Table})
                checkPlaces(text, cutPassages(text, form));
        }
    }

    void largeTextsTakeLittleTimeAndHaveABound() {
        QElapsedTimer time;
        time.start();
        for (const QString& part : {QStringLiteral("x"), QStringLiteral("\n"), QStringLiteral("# a\nb\n"),
                                    QStringLiteral("a b. "), QStringLiteral("\f")}) {
            const auto passages = cutPassages(part.repeated((8 << 20) / part.size()), TextForm::Marked);
            QVERIFY(std::ssize(passages) <= maxPassagesOfText + 1);
        }
        QVERIFY2(time.elapsed() < 20000, qPrintable(QString::number(time.elapsed())));
    }
};

QTEST_APPLESS_MAIN(TestPassageCutter)
#include "tst_passage_cutter.moc"
