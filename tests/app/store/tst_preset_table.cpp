#include "store/preset_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestPresetTable : public QObject {
    Q_OBJECT

private slots:
    void listsByName() {
        const auto store = Store::inMemory();
        store->presets().put({QStringLiteral("zeta"), {{"topK", 1}}});
        store->presets().put({QStringLiteral("Alpha"), {{"topK", 2}}});
        store->presets().put({QStringLiteral("zeta"), {{"topK", 3}}});
        const std::vector<Preset> list = store->presets().list();
        QCOMPARE(list.size(), 2U);
        QCOMPARE(list[0].name, QStringLiteral("Alpha"));
        QCOMPARE(list[1].values, (QJsonObject{{"topK", 3}}));
        store->presets().remove(QStringLiteral("Alpha"));
        QCOMPARE(store->presets().list().size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestPresetTable)
#include "tst_preset_table.moc"
