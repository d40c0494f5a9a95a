#include "inspector/cache_figures.h"

#include "../chat/chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestCacheFigures : public QObject {
    Q_OBJECT

private slots:
    void whatTheEngineSays() {
        test::ChatFixture f;
        f.load();
        InferenceThread& inference = f.inference;
        CacheFigures figures(inference);
        QCOMPARE(figures.text(), QString());
        QSignalSpy changed(&figures, &CacheFigures::changed);
        QSignalSpy answered(&inference.caches(), &ModelCaches::statsRead);
        figures.read();
        QVERIFY(answered.wait());
        const quint64 asked = answered[0][0].toULongLong();
        changed.clear();
        CacheStats stats;
        stats.blocks = 256;
        stats.usedBlocks = 64;
        stats.cachedTokens = 1184;
        emit inference.caches().statsRead(asked + 1, stats);
        QCOMPARE(changed.count(), 0);  // somebody else's question
        emit inference.caches().statsRead(asked, stats);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(figures.share(), 0.25);
        QCOMPARE(figures.text(), QStringLiteral("1,184 tokens of all chats in 64 of 256 blocks"));
        // The share of layers that see a window only says nothing: they keep what nobody needs.
        stats.groups.resize(2);
        emit inference.caches().statsRead(asked, stats);
        QVERIFY(figures.text().endsWith(", of the layers that see everything"));
    }
};

QTEST_GUILESS_MAIN(TestCacheFigures)
#include "tst_cache_figures.moc"
