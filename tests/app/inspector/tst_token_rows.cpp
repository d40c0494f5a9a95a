#include "inspector/token_rows.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "../chat/chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestTokenRows : public QObject {
    Q_OBJECT

private slots:
    void eachTokenIsARow() {
        test::ChatFixture f;
        f.load();
        TokenRows rows(f.inference);
        QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy data(&rows, &QAbstractItemModel::dataChanged);
        rows.show({5, 6, 7, 8}, {0.95F, 0.4F, 0.05F});
        QCOMPARE(rows.count(), 4);
        QCOMPARE(rows.tokenCount(), 4);
        QVERIFY(data.wait());
        QCOMPARE(rows.index(1).data(TokenRows::TokenIdRole).toInt(), 6);
        QCOMPARE(rows.index(0).data(TokenRows::LevelRole).toInt(), 0);
        QCOMPARE(rows.index(1).data(TokenRows::LevelRole).toInt(), 2);
        QCOMPARE(rows.index(2).data(TokenRows::LevelRole).toInt(), 4);
        // A chance that is not known is none, and not certain.
        QCOMPARE(rows.index(3).data(TokenRows::ChanceRole).toDouble(), -1.0);
        QCOMPARE(rows.index(3).data(TokenRows::LevelRole).toInt(), 0);
        QVERIFY(rows.sharesText().replace(QChar::Nbsp, ' ').startsWith("Text: 4 tokens, "));
        QCOMPARE(rows.roleNames().value(TokenRows::BytesRole), QByteArray("bytes"));
    }

    // The marks of a template are no text of anybody's.
    void aPromptHasNoShares() {
        test::ChatFixture f;
        f.load();
        TokenRows rows(f.inference);
        QSignalSpy data(&rows, &QAbstractItemModel::dataChanged);
        rows.show({5, 6}, {}, TokenRows::Text::WithTemplate);
        QVERIFY(data.wait());
        QCOMPARE(rows.sharesText(), QString());
    }

    void veryManyAreCountedAndNotShown() {
        test::ChatFixture f;
        f.load();
        TokenRows rows(f.inference);
        rows.show(std::vector<TokenId>(3000, 1), {});
        QCOMPARE(rows.count(), TokenRows::most);
        QCOMPARE(rows.tokenCount(), 3000);
        rows.showNone(12);
        QCOMPARE(rows.count(), 0);
        QCOMPARE(rows.tokenCount(), 12);
    }

    void charactersSpreadOverTokens() {
        const QByteArray euro = QStringLiteral("\u20ac").toUtf8();
        QCOMPARE(TokenRows::textsOf({" a", euro.left(1), euro.mid(1), "b\n"}),
                 (QStringList{" a", "", "\u20ac", "b\n"}));
    }

    void levels() {
        QCOMPARE(TokenRows::levelOf(0.9), 0);
        QCOMPARE(TokenRows::levelOf(0.89), 1);
        QCOMPARE(TokenRows::levelOf(0.6), 1);
        QCOMPARE(TokenRows::levelOf(0.3), 2);
        QCOMPARE(TokenRows::levelOf(0.1), 3);
        QCOMPARE(TokenRows::levelOf(0.0), 4);
    }
};

QTEST_MAIN(TestTokenRows)
#include "tst_token_rows.moc"
