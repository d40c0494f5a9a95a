#include "inference/open_models.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <array>
#include <atomic>
#include <random>

#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestOpenModels : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<AppSettings> m_settings;
    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<InferenceThread> m_inference;
    std::unique_ptr<OpenModels> m_models;
    std::atomic<int> m_alive = 0, m_room = 100;

    struct Counted : test::ScriptedEngine {
        Counted(std::shared_ptr<test::EngineScript> script, std::atomic<int>& alive)
            : ScriptedEngine(std::move(script)), m_alive(alive) {
            ++m_alive;
        }
        ~Counted() override { --m_alive; }
        std::atomic<int>& m_alive;
    };

private slots:
    void init() {
        m_room = 100;
        m_store = store::Store::inMemory();
        m_settings = std::make_unique<AppSettings>(*m_store);
        m_script = std::make_shared<test::EngineScript>();
        m_inference = std::make_unique<InferenceThread>(
            [this](const EngineOptions& options, const auto&, std::stop_token) -> std::unique_ptr<Engine> {
                if (options.model == "/m/bad.gguf") throw Error(ErrorCode::BadFile, "It is damaged.");
                // Models on threads of their own write down what they are asked, each in its own script.
                return std::make_unique<Counted>(std::make_shared<test::EngineScript>(*m_script), m_alive);
            });
        m_inference->setMemoryNeed([this](const EngineOptions&) {
            return ModelSource::Memory{.needed = 1,
                                       .free = static_cast<uint64_t>(std::max(0, m_room - m_alive))};
        });
        m_models = std::make_unique<OpenModels>(*m_inference, *m_settings);
        new QAbstractItemModelTester(m_models.get(), m_models.get());
    }
    void cleanup() {
        m_models.reset();
        m_inference.reset();
        m_settings.reset();
        m_store.reset();
        QCOMPARE(m_alive.load(), 0);
    }

    void severalAreOpenAndOneIsTheCurrentOne() {
        QSignalSpy current(m_models.get(), &OpenModels::currentChanged);
        m_models->use("/m/a.gguf");
        m_models->open("/m/b.gguf");
        QCOMPARE(m_models->count(), 2);
        QCOMPARE(m_inference->current(), m_models->find("/m/a.gguf")->id);
        QCOMPARE(m_models->stateOf("/m/b.gguf"), QString("loading"));
        QTRY_COMPARE(m_models->stateOf("/m/b.gguf"), QString("loaded"));
        QTRY_COMPARE(m_models->stateOf("/m/a.gguf"), QString("loaded"));
        QCOMPARE(m_models->current()->path, QString("/m/a.gguf"));
        QCOMPARE(m_settings->models->lastModel(), QString("/m/a.gguf"));
        QCOMPARE(m_models->otherBytes(), 100.0);
        QCOMPARE(m_models->bytesAfter(*m_models->find("/m/b.gguf")) +
                     m_models->bytesAfter(*m_models->find("/m/a.gguf")),
                 100.0);
        m_models->use("/m/b.gguf");
        QCOMPARE(current.count(), 2);
        QVERIFY(m_models->index(1).data(OpenModels::CurrentRole).toBool());
        QCOMPARE(m_models->index(0).data(OpenModels::NameRole).toString(), QString("a"));
        m_models->close("/m/b.gguf");
        QVERIFY(m_models->current() == nullptr);
        QCOMPARE(m_models->stateOf("/m/b.gguf"), QString());
        QTRY_COMPARE(m_alive.load(), 1);
    }
    void oneThatIsOpenedAloneIsNotTheCurrentOne() {
        m_models->open("/m/a.gguf");
        QVERIFY(m_models->current() == nullptr);
        QCOMPARE(m_inference->current(), quint64(0));
    }
    void oneThatCannotBeLoadedIsClosed() {
        QSignalSpy failed(m_models.get(), &OpenModels::loadFailed);
        m_models->use("/m/bad.gguf");
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][1].toString(), QString("/m/bad.gguf"));
        QCOMPARE(m_models->count(), 0);
    }
    void theOneNotUsedForLongestMakesRoom() {
        m_room = 2;
        for (const char* path : {"/m/a.gguf", "/m/b.gguf"}) {
            m_models->open(path);
            QTRY_COMPARE(m_models->stateOf(path), QString("loaded"));
        }
        QSignalSpy finished(m_inference.get(), &InferenceThread::finished);
        m_inference->generate({}, WhenFull::Refuse, Priority::Reading, m_models->find("/m/a.gguf")->id);
        QVERIFY(finished.wait());
        m_models->open("/m/c.gguf");
        QTRY_COMPARE(m_models->stateOf("/m/b.gguf"), QString("resting"));
        QTRY_COMPARE(m_models->stateOf("/m/c.gguf"), QString("loaded"));
        QCOMPARE(m_models->stateOf("/m/a.gguf"), QString("loaded"));
        QCOMPARE(m_alive.load(), 2);
        // A reply brings it back.
        QVERIFY(m_models->find("/m/b.gguf")->isReady);
        m_inference->generate({}, WhenFull::Refuse, Priority::Reading, m_models->find("/m/b.gguf")->id);
        QVERIFY(finished.wait());
        QTRY_COMPARE(m_models->stateOf("/m/b.gguf"), QString("loaded"));
        QCOMPARE(m_alive.load(), 2);
    }
    void oneThatIsKeptLoadedMakesNoRoom() {
        m_room = 1;
        m_models->open("/m/a.gguf");
        m_models->keepLoaded("/m/a.gguf", true);
        QTRY_COMPARE(m_models->stateOf("/m/a.gguf"), QString("loaded"));
        QVERIFY(m_models->index(0).data(OpenModels::KeptLoadedRole).toBool());
        m_models->open("/m/b.gguf");
        QTRY_COMPARE(m_models->stateOf("/m/b.gguf"), QString("loaded"));
        QCOMPARE(m_models->stateOf("/m/a.gguf"), QString("loaded"));
        m_models->keepLoaded("/m/a.gguf", false);
        m_models->open("/m/c.gguf");
        QTRY_COMPARE(m_models->stateOf("/m/c.gguf"), QString("loaded"));
        QCOMPARE(m_models->stateOf("/m/a.gguf"), QString("resting"));
    }
    void oneThatRepliesIsWaitedFor() {
        m_room = 1;
        m_script->pieces.assign(40, "x");
        m_script->tokenStep = std::chrono::milliseconds(5);
        m_models->use("/m/a.gguf");
        QTRY_COMPARE(m_models->stateOf("/m/a.gguf"), QString("loaded"));
        QSignalSpy finished(m_inference.get(), &InferenceThread::finished);
        m_inference->generate({});
        m_models->use("/m/b.gguf");
        m_inference->generate({});
        QTRY_COMPARE(finished.count(), 2);
        QTRY_COMPARE(m_models->stateOf("/m/a.gguf"), QString("resting"));
        for (const auto& one : finished)
            QCOMPARE(one[1].value<GenerationResultPtr>()->reason, FinishReason::EndOfText);
    }
    void oneWhoseSettingsChangedIsLoadedAgain() {
        m_models->use("/m/a.gguf");
        QTRY_COMPARE(m_models->stateOf("/m/a.gguf"), QString("loaded"));
        m_models->use("/m/b.gguf");
        QTRY_COMPARE(m_models->stateOf("/m/b.gguf"), QString("loaded"));
        const quint64 before = m_models->find("/m/a.gguf")->id;
        m_models->use("/m/a.gguf");
        QCOMPARE(m_models->current()->id, before);
        m_models->use("/m/b.gguf");
        m_settings->models->setLoadOption("/m/a.gguf", "contextLength", 4096);
        m_models->use("/m/a.gguf");
        QVERIFY(m_models->current()->id != before);
        QCOMPARE(m_models->current()->options.contextLength, 4096);
    }
    void filesThatGoAreClosed() {
        m_models->open("/m/a.gguf");
        m_models->open("/m/folder/b.gguf");
        m_models->open("/n/c.gguf");
        m_models->closeFile("/m/folder");
        QCOMPARE(m_models->count(), 2);
        m_models->closeFile("/m");
        m_models->closeFile("/n/c");
        QCOMPARE(m_models->count(), 1);
    }
    void twoHundredRandomChoicesLeaveNothing() {
        m_room = 2;
        m_script->pieces.assign(5, "x");
        std::minstd_rand random(7);
        const std::array<const char*, 4> paths{"/m/a.gguf", "/m/b.gguf", "/m/c.gguf", "/m/bad.gguf"};
        QSignalSpy finished(m_inference.get(), &InferenceThread::finished),
            failed(m_inference.get(), &InferenceThread::failed);
        qsizetype asked = 0;
        int most = 0;
        for (int round = 0; round < 200; ++round) {
            const QString path = paths[random() % paths.size()];
            switch (random() % 6) {
                case 0:
                case 1:
                    m_models->use(path);
                    break;
                case 2:
                    m_models->close(path);
                    break;
                case 3:
                    m_models->reload(path);
                    break;
                default:
                    if (const OpenModel* model = m_models->find(path)) {
                        m_inference->generate({}, WhenFull::Refuse, Priority::Chat, model->id);
                        ++asked;
                    }
            }
            if (random() % 3 == 0) QTest::qWait(5);
            most = std::max(most, m_alive.load());
        }
        QTRY_COMPARE(finished.count() + failed.count(), asked);
        QVERIFY(asked > 20);
        QVERIFY2(most <= 2, QByteArray::number(most));
    }
};

QTEST_GUILESS_MAIN(TestOpenModels)
#include "tst_open_models.moc"
