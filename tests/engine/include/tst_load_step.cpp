#include "hearth/load_step.h"

#include <QtTest>
#include <set>

using namespace hearth;

class TestLoadStep : public QObject {
    Q_OBJECT

private slots:
    void everyStepHasItsText() {
        std::set<std::string_view> texts;
        for (int step = 0; step <= static_cast<int>(LoadStep::Ready); ++step)
            texts.insert(loadStepText(static_cast<LoadStep>(step)));
        QCOMPARE(texts.size(), static_cast<size_t>(LoadStep::Ready) + 1);
        QVERIFY(!texts.contains(""));
    }
};

QTEST_APPLESS_MAIN(TestLoadStep)
#include "tst_load_step.moc"
