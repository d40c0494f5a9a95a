#include "store/prompt_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestPromptTable : public QObject {
    Q_OBJECT

private slots:
    void keepsReplacesAndRemoves() {
        const auto store = Store::inMemory();
        store->prompts().put({"tutor", "Explain slowly."});
        store->prompts().put({"Editor", "Correct my text.\nNothing else."});
        store->prompts().put({"tutor", "Explain quickly."});
        auto all = store->prompts().all();
        QCOMPARE(all.size(), size_t(2));
        QCOMPARE(all[0].name, QStringLiteral("Editor"));
        QCOMPARE(all[0].text, QStringLiteral("Correct my text.\nNothing else."));
        QCOMPARE(all[1].text, QStringLiteral("Explain quickly."));
        store->prompts().remove("Editor");
        store->prompts().remove("nobody");
        all = store->prompts().all();
        QCOMPARE(all.size(), size_t(1));
        QCOMPARE(all[0].name, QStringLiteral("tutor"));
    }
};

QTEST_GUILESS_MAIN(TestPromptTable)
#include "tst_prompt_table.moc"
