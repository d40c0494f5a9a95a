#include "models/installed_models.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

namespace {
void touch(const QString& path) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly));
}
}  // namespace

class TestInstalledModels : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    AppSettings m_settings{*m_store};
    InferenceThread m_inference{test::scripted(std::make_shared<test::EngineScript>())};
    EngineStatus m_engine{m_inference, m_settings};

    static ModelFacts facts(const QString& path) {
        if (QThread::currentThread() == QCoreApplication::instance()->thread())
            qFatal("headers are read by the window");
        ModelFacts facts;
        facts.name = QFileInfo(path).completeBaseName();
        facts.sizeBytes = 92'000'000;
        facts.plan.weightsBytes = 1ULL << 30U;
        facts.plan.deviceFreeBytes = 2ULL << 30U;
        if (path.contains(QStringLiteral("broken"))) facts.problem = QStringLiteral("This file is cut off.");
        return facts;
    }
    static QStringList names(const InstalledModels& models) {
        QStringList out;
        for (int row = 0; row < models.count(); ++row)
            out += models.data(models.index(row), InstalledModels::NameRole).toString();
        return out;
    }

private slots:
    void listsTheFolder() {
        QTemporaryDir folder;
        touch(folder.filePath("b.gguf"));
        touch(folder.filePath("sub/A.gguf"));
        touch(folder.filePath("broken.gguf"));
        touch(folder.filePath("notes.txt"));
        touch(folder.filePath("big-00001-of-00003.gguf"));
        touch(folder.filePath("big-00002-of-00003.gguf"));
        InstalledModels models(folder.path(), facts, m_engine);
        QAbstractItemModelTester tester(&models, QAbstractItemModelTester::FailureReportingMode::QtTest);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"A", "b", "big-00001-of-00003", "broken"}));
        const auto data = [&](int row, int role) { return models.data(models.index(row), role); };
        QCOMPARE(data(0, InstalledModels::SizeTextRole).toString(), QStringLiteral("92 MB"));
        QCOMPARE(data(0, InstalledModels::FitsRole).toInt(), int(InstalledModels::Fits));
        QCOMPARE(data(3, InstalledModels::FitsRole).toInt(), int(InstalledModels::No));
        QCOMPARE(data(3, InstalledModels::FitTextRole).toString(), QStringLiteral("This file is cut off."));
        QFile::remove(folder.filePath("b.gguf"));
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(names(models), QStringList({"A", "big-00001-of-00003", "broken"}));
    }

    void aFileFromElsewhereIsLoaded() {
        QTemporaryDir folder, elsewhere;
        touch(elsewhere.filePath("mine.gguf"));
        InstalledModels models(folder.path(), facts, m_engine);
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady);
        models.addFile(QUrl::fromLocalFile(elsewhere.filePath("mine.gguf")));
        QVERIFY(ready.wait());
        QTRY_COMPARE(models.count(), 1);
        QVERIFY(models.data(models.index(0), InstalledModels::CurrentRole).toBool());
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        QCOMPARE(models.count(), 1);
    }

    void saysWhatFits() {
        MemoryPlan plan;
        QCOMPARE(InstalledModels::fitOf(plan), InstalledModels::Unknown);
        plan.weightsBytes = 3ULL << 30U;
        plan.deviceFreeBytes = 2ULL << 30U;
        QCOMPARE(InstalledModels::fitText(plan), QStringLiteral("Needs 1.0 GB more"));
        plan.layers = 41;
        plan.layersOnDevice = 26;
        QCOMPARE(InstalledModels::fitText(plan), QStringLiteral("26 of 41 layers"));
        plan.deviceFreeBytes = 4ULL << 30U;
        QCOMPARE(InstalledModels::fitText(plan), QStringLiteral("Fits, takes 3.0 GB"));
        QCOMPARE(InstalledModels::sizeText(4'640'000'000), QStringLiteral("4.6 GB"));
        QCOMPARE(InstalledModels::sizeText(2'000), QStringLiteral("2 kB"));
    }

    void goesAwayWhileItReads() {
        QTemporaryDir folder;
        for (int i = 0; i < 30; ++i) touch(folder.filePath(QStringLiteral("%1.gguf").arg(i)));
        InstalledModels models(
            folder.path(),
            [](const QString& path) {
                QThread::msleep(5);
                return facts(path);
            },
            m_engine);
        models.refresh();
    }
};

QTEST_GUILESS_MAIN(TestInstalledModels)
#include "tst_installed_models.moc"
