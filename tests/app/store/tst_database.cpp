#include "store/database.h"

#include <sqlite3.h>

#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app::store;

class TestDatabase : public QObject {
    Q_OBJECT

private slots:
    void bindsAndReadsEveryKind() {
        const auto database = Database::inMemory();
        database->execute("CREATE TABLE t(a INTEGER, b TEXT, c BLOB, d, e)");
        const QString text = QStringLiteral("näh \u6f22\u5b57 '; DROP TABLE t; --");
        database->prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)")
            .bind(0, qint64{-5})
            .bind(1, text)
            .bindBlob(2, QByteArray("\0\1\2", 3))
            .bindNull(3)
            .bindReference(4, 0)
            .run();
        Statement row = database->prepare("SELECT a, b, c, d, e FROM t");
        QVERIFY(row.step());
        QCOMPARE(row.integer(0), -5);
        QCOMPARE(row.text(1), text);
        QCOMPARE(row.blob(2), QByteArray("\0\1\2", 3));
        QVERIFY(row.isNull(3));
        QVERIFY(row.isNull(4));
        QVERIFY(!row.step());
    }

    void aStatementIsReadyAgainAfterUse() {
        const auto database = Database::inMemory();
        for (int i = 0; i < 3; ++i) {
            Statement statement = database->prepare("SELECT ?");
            QVERIFY(statement.step());
            QVERIFY2(statement.isNull(0), "a parameter of the last use is still bound");
            Statement other = database->prepare("SELECT 1, ?");
            other.bind(0, qint64{i});
        }
    }

    void rollsBackUnlessCommitted() {
        const auto database = Database::inMemory();
        database->execute("CREATE TABLE t(a)");
        {
            Transaction transaction(*database);
            database->execute("INSERT INTO t VALUES (1)");
        }
        {
            Transaction transaction(*database);
            database->execute("INSERT INTO t VALUES (2)");
            transaction.commit();
        }
        Statement statement = database->prepare("SELECT a FROM t");
        QVERIFY(statement.step());
        QCOMPARE(statement.integer(0), 2);
        QVERIFY(!statement.step());
    }

    void isHardened() {
        QTemporaryDir folder;
        const auto database = Database::open((folder.path() + QStringLiteral("/x.db")).toStdString());
        const auto pragma = [&](std::string_view sql) {
            Statement statement = database->prepare(sql);
            return statement.step() ? statement.text(0) : QString();
        };
        QCOMPARE(pragma("PRAGMA journal_mode"), QStringLiteral("wal"));
        QCOMPARE(pragma("PRAGMA synchronous"), QStringLiteral("2"));  // FULL
        QCOMPARE(pragma("PRAGMA trusted_schema"), QStringLiteral("0"));
        QCOMPARE(pragma("PRAGMA foreign_keys"), QStringLiteral("1"));
        database->setDurable(false);
        QCOMPARE(pragma("PRAGMA synchronous"), QStringLiteral("1"));  // NORMAL
        database->setDurable(true);
        QCOMPARE(pragma("PRAGMA synchronous"), QStringLiteral("2"));
        // Defensive mode: the schema table is out of reach, whatever SQL says.
        QVERIFY_EXCEPTION_THROWN(database->execute("PRAGMA writable_schema=ON; "
                                                   "INSERT INTO sqlite_schema VALUES('table','x','x',0,'')"),
                                 StoreError);
        QVERIFY_EXCEPTION_THROWN(database->execute("ATTACH ':memory:' AS other"), StoreError);
    }

    void tellsWhenAnotherProgramHoldsIt() {
        QTemporaryDir folder;
        const QString file = folder.path() + QStringLiteral("/x.db");
        const auto database = Database::open(file.toStdString());
        database->execute("CREATE TABLE t(a)");
        sqlite3* other = nullptr;
        QCOMPARE(sqlite3_open(qPrintable(file), &other), SQLITE_OK);
        QCOMPARE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
        try {
            Transaction transaction(*database);
            QFAIL("it got the lock");
        } catch (const StoreError& error) {
            QCOMPARE(error.fault(), StoreFault::InUse);
        }
        sqlite3_close(other);
    }

    void checksItself() {
        const auto database = Database::inMemory();
        QVERIFY(database->quickCheck().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"
