#include "store/setting_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestSettingTable : public QObject {
    Q_OBJECT

private slots:
    void keepsEveryKindOfValue() {
        const auto store = Store::inMemory();
        for (const QJsonValue& value :
             {QJsonValue(true), QJsonValue(2.5), QJsonValue("text"), QJsonValue(QJsonObject{{"a", 1}})}) {
            store->settings().put(QStringLiteral("x"), value);
            QCOMPARE(store->settings().find(QStringLiteral("x")), value);
        }
        QCOMPARE(SettingTable(store->database()).find(QStringLiteral("x")),
                 QJsonValue(QJsonObject{{"a", 1}}));
        store->settings().remove(QStringLiteral("x"));
        QCOMPARE(SettingTable(store->database()).find(QStringLiteral("x"), 9), QJsonValue(9));
        QCOMPARE(store->settings().find(QStringLiteral("x"), 9), QJsonValue(9));
    }

    void anUnreadableValueIsTheFallback() {
        const auto store = Store::inMemory();
        store->database().execute("INSERT INTO setting VALUES ('x', '{[broken')");
        QCOMPARE(SettingTable(store->database()).find(QStringLiteral("x"), 1), QJsonValue(1));
    }
};

QTEST_GUILESS_MAIN(TestSettingTable)
#include "tst_setting_table.moc"
