#include "prefix_store/write_budget.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using hearth::WriteBudget;

class TestWriteBudget : public QObject {
    Q_OBJECT
private slots:
    void eachDayHasItsOwn() {
        const QTemporaryDir folder;
        WriteBudget budget(file(folder), 100);
        QVERIFY(budget.take(60, 5));
        QVERIFY(!budget.take(41, 5));
        QVERIFY(budget.take(40, 5));
        QVERIFY(!budget.take(1, 5));
        QVERIFY(budget.take(100, 6));
        QVERIFY(!budget.take(101, 7));
        // A clock that is set back does not stop everything.
        QVERIFY(budget.take(1, 3));
    }

    void theNextStartGoesOnCounting() {
        const QTemporaryDir folder;
        {
            WriteBudget budget(file(folder), 100);
            QVERIFY(budget.take(70, 5));
        }
        WriteBudget again(file(folder), 100);
        QVERIFY(!again.take(40, 5));
        QVERIFY(again.take(30, 5));
    }

    void aFileOfSomethingElseCountsForNothing() {
        const QTemporaryDir folder;
        for (const QByteArray& content : {QByteArray("x"), QByteArray("5"), QByteArray(1000, '9')}) {
            QFile out(QString::fromStdString(file(folder)));
            QVERIFY(out.open(QFile::WriteOnly));
            out.write(content);
            out.close();
            WriteBudget budget(file(folder), 100);
            QVERIFY(budget.take(100, 5));
        }
        WriteBudget nowhere("/nowhere/at/all", 100);
        QVERIFY(nowhere.take(100, 5));
    }

private:
    static std::string file(const QTemporaryDir& folder) { return folder.filePath("written").toStdString(); }
};

QTEST_APPLESS_MAIN(TestWriteBudget)
#include "tst_write_budget.moc"
