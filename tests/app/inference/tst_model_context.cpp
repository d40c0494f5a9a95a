#include "inference/model_context.h"

#include <QSignalSpy>
#include <QtTest>

#include "inference/context_note.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestModelContext : public QObject {
    Q_OBJECT

private slots:
    void isThatOfTheModel() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        auto script = std::make_shared<test::EngineScript>();
        script->contextLength = 4096;
        InferenceThread inference(test::scripted(script));
        EngineStatus status(inference, settings);
        const ModelContext& context = *status.context();
        QCOMPARE(context.length(), 0);
        QVERIFY(context.noteAt(4096).isEmpty());
        QSignalSpy ready(&status, &EngineStatus::becameReady), changed(&context, &ModelContext::changed);
        status.load(QStringLiteral("/models/tiny-Q4_1.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(!changed.isEmpty());
        QCOMPARE(context.length(), 4096);
        QVERIFY(context.isKnown());
        QCOMPARE(context.trainedLength(), status.model().info.memory.training.length);
        QCOMPARE(context.kvType(), QString("f16"));
        QCOMPARE(context.noteAt(8192), contextNote(status.model().info.memory.training, 8192));
    }
};

QTEST_GUILESS_MAIN(TestModelContext)

#include "tst_model_context.moc"
