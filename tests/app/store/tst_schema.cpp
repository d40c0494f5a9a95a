#include "store/schema.h"

#include <QtTest>

#include "store/database.h"

using namespace hearth::app::store;

namespace {

/// Everything that defines a schema, in a fixed order.
QStringList schemaOf(Database& database) {
    QStringList lines;
    Statement statement =
        database.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name");
    while (statement.step()) lines += statement.text(0) + u' ' + statement.text(1) + u' ' + statement.text(2);
    return lines;
}

}  // namespace

class TestSchema : public QObject {
    Q_OBJECT

private slots:
    void anUpgradedDatabaseEqualsAFreshOne() {
        const auto fresh = Database::inMemory();
        migrate(*fresh);
        for (int from = 1; from < currentSchemaVersion(); ++from) {
            const auto upgraded = Database::inMemory();
            migrateTo(*upgraded, from);
            QCOMPARE(upgraded->schemaVersion(), from);
            migrate(*upgraded);
            QCOMPARE(upgraded->schemaVersion(), currentSchemaVersion());
            QCOMPARE(schemaOf(*upgraded), schemaOf(*fresh));
        }
    }

    void anUpgradeKeepsAndIndexesWhatIsThere() {
        const auto database = Database::inMemory();
        migrateTo(*database, 1);
        database->execute(
            "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
            "INSERT INTO message(id, conversation_id, role, text, created_at) VALUES (1, 1, 1, 'harbour', "
            "1)");
        migrate(*database);
        Statement statement =
            database->prepare("SELECT rowid FROM message_index WHERE message_index MATCH 'harbour'");
        QVERIFY(statement.step());
        QCOMPARE(statement.integer(0), 1);
    }

    void aNewerOneIsRefusedUntouched() {
        const auto database = Database::inMemory();
        database->setSchemaVersion(currentSchemaVersion() + 1);
        QVERIFY_EXCEPTION_THROWN(migrate(*database), StoreError);
        QVERIFY(schemaOf(*database).isEmpty());
        QCOMPARE(database->schemaVersion(), currentSchemaVersion() + 1);
    }

    void aNegativeOneIsDamage() {
        const auto database = Database::inMemory();
        database->setSchemaVersion(-3);
        try {
            migrate(*database);
            QFAIL("it was accepted");
        } catch (const StoreError& error) {
            QCOMPARE(error.fault(), StoreFault::Damaged);
        }
    }
};

QTEST_GUILESS_MAIN(TestSchema)
#include "tst_schema.moc"
