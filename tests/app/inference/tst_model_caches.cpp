#include "inference/model_caches.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>

#include "inference/inference_thread.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;

class TestModelCaches : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;

    std::unique_ptr<InferenceThread> readyThread() {
        auto thread = std::make_unique<InferenceThread>(test::scripted(m_script));
        QSignalSpy loaded(thread.get(), &InferenceThread::loaded);
        thread->load({});
        if (!loaded.wait()) qFatal("the script did not load");
        return thread;
    }

private slots:
    void init() { m_script = std::make_shared<test::EngineScript>(); }

    void whatWasProcessedIsKeptWhenTheModelGoes() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        std::vector<std::filesystem::path> folders;
        {
            InferenceThread thread(
                [&](const EngineOptions& options, const auto& progress, std::stop_token stop) {
                    folders.push_back(options.prefixFolder);
                    return test::ScriptedEngine::load(m_script, progress, stop);
                });
            QSignalSpy loaded(&thread, &InferenceThread::loaded);
            QSignalSpy unloaded(&thread, &InferenceThread::unloaded);
            QSignalSpy progress(&thread, &InferenceThread::loadProgress);
            const auto load = [&] {
                thread.load({});
                QVERIFY(loaded.wait());
            };
            QSignalSpy finished(&thread, &InferenceThread::finished);
            const auto ask = [&] {
                thread.generate({});
                QVERIFY(finished.wait());
            };
            load();
            ask();
            thread.close(thread.current());
            QVERIFY(unloaded.wait());
            QCOMPARE(m_script->savedPrefixes, 0);
            thread.caches().keepPrefixes(folder, true);
            load();
            load();  // nothing was asked
            QCOMPARE(m_script->savedPrefixes, 0);
            ask();
            progress.clear();
            load();
            QCOMPARE(m_script->savedPrefixes, 1);
            QCOMPARE(progress[0][1].toString(), QString("Keeping the cache"));
            ask();
            // A cache that was cleared is not worth it.
            QSignalSpy read(&thread.caches(), &ModelCaches::statsRead);
            thread.caches().clear();
            thread.caches().stats();
            QVERIFY(read.wait());
            load();
            QCOMPARE(m_script->savedPrefixes, 1);
            ask();
        }
        QCOMPARE(m_script->savedPrefixes, 2);
        QVERIFY(folders[0].empty());
        for (size_t i = 1; i < folders.size(); ++i)
            QCOMPARE(QString::fromStdString(folders[i].string()), folder);
    }

    void theFolderIsSeenToWithoutAModelToo() {
        QTemporaryDir data;
        const QString folder = data.filePath("prefixes");
        QVERIFY(QDir().mkpath(folder));
        InferenceThread thread(test::scripted(m_script));
        thread.caches().keepPrefixes(folder, true);
        thread.caches().clear();
        QTRY_VERIFY(!QDir(folder).exists());
        // The last request is still carried out.
        QVERIFY(QDir().mkpath(folder));
        auto other = std::make_unique<InferenceThread>(test::scripted(m_script));
        other->caches().keepPrefixes(folder, false);
        other.reset();
        QVERIFY(!QDir(folder).exists());
    }

    void whatGoesWrongWithTheFolderIsTold() {
        const auto thread = readyThread();
        QSignalSpy failed(&thread->caches(), &ModelCaches::failed);
        QSignalSpy finished(thread.get(), &InferenceThread::finished);
        thread->generate({});
        QVERIFY(finished.wait());
        QCOMPARE(failed.count(), 0);
        m_script->prefixProblem = "The disk is full.";
        thread->generate({});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), QString("The disk is full."));
    }

    void aClearedCacheHoldsNothingOfAStoppedReply() {
        m_script->pieces.assign(100, "x");
        m_script->tokenStep = 1ms;
        std::atomic<int> atClear = -1;
        InferenceThread thread([&](const EngineOptions&, const auto&, std::stop_token) {
            auto engine = std::make_unique<test::ScriptedEngine>(m_script);
            m_script->atClear = [&atClear, loaded = engine.get()] {
                int there = 0;
                for (RequestId id = 1; id < 4; ++id) there += loaded->status(id) ? 1 : 0;
                atClear = there;
            };
            return engine;
        });
        thread.load({});
        QSignalSpy text(&thread, &InferenceThread::textReady);
        QSignalSpy finished(&thread, &InferenceThread::finished);
        const quint64 stopped = thread.generate({});
        thread.generate({});
        QTRY_VERIFY(text.count() >= 2);
        thread.cancel(stopped);
        thread.caches().clear();
        QTRY_COMPARE(atClear.load(), 1);
        QTRY_COMPARE(finished.count(), 2);
    }
};

QTEST_GUILESS_MAIN(TestModelCaches)

#include "tst_model_caches.moc"
