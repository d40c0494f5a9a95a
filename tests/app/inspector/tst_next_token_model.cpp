#include "inspector/next_token_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include "../chat/chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestNextTokenModel : public QObject {
    Q_OBJECT

private slots:
    void followsAReplyAndTheSettings() {
        test::ChatFixture f;
        f.script->candidates = {{0.6F, 0.3F, 0.1F}, {0.98F, 0.02F}, {0.4F, 0.35F, 0.25F}, {1.0F}};
        f.load();
        f.talk("hello");
        NextTokenModel model(*f.store, f.inference, f.engine);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        SamplingParams params;
        params.temperature = 1;
        params.topP = 1;
        params.minP = 0.5F;
        params.topK = 0;
        model.setParams(params);
        QCOMPARE(model.count(), 0);
        model.setMessage(f.idAt(1));
        QCOMPARE(model.positions(), 4);
        QCOMPARE(model.position(), 2);  // where the model was least decided
        QCOMPARE(model.count(), 3);
        const auto data = [&](int row, int role) { return model.data(model.index(row), role); };
        QVERIFY(data(0, NextTokenModel::ChosenRole).toBool());
        QCOMPARE(model.remaining(), 3);
        params.minP = 0.7F;
        model.setParams(params);
        QCOMPARE(data(2, NextTokenModel::CutRole).toString(), QStringLiteral("min-p"));
        QCOMPARE(data(2, NextTokenModel::CutLineRole).toString(), QStringLiteral("min-p cuts below 28.0 %"));
        QCOMPARE(data(1, NextTokenModel::CutLineRole).toString(), QString());
        QCOMPARE(model.remaining(), 2);
        QVERIFY(std::abs(data(0, NextTokenModel::ChanceRole).toDouble() - 0.4 / 0.75) < 1e-3);
        QVERIFY(std::abs(data(0, NextTokenModel::PlainRole).toDouble() - 0.4) < 1e-3);
        model.show(0);
        QCOMPARE(model.position(), 0);
        QCOMPARE(data(0, NextTokenModel::TokenIdRole).toInt(), 100);
        model.show(99);
        QCOMPARE(model.position(), -1);
        QCOMPARE(model.count(), 0);
    }

    void anotherModelsTokensAreNotShown() {
        test::ChatFixture f;
        f.script->candidates = {{1.0F}};
        f.load();
        f.talk("hello");
        NextTokenModel model(*f.store, f.inference, f.engine);
        f.engine.unload();
        QVERIFY(!f.engine.isReady());
        model.setMessage(f.idAt(1));
        QCOMPARE(model.positions(), 0);
        model.setMessage(0);
        QCOMPARE(model.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestNextTokenModel)
#include "tst_next_token_model.moc"
