#include "models/draft_choices.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <map>

#include "hearth/error.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "models/installed_models.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestDraftChoices : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();
    AppSettings m_settings{*m_store};
    InferenceThread m_inference{test::scripted(std::make_shared<test::EngineScript>())};
    EngineStatus m_engine{m_inference, m_settings};

    /// "large.gguf" has 900 MB and so on, by the name.
    static ModelFacts facts(const QString& path) {
        static const std::map<QString, qint64> megabytes{{"large", 900}, {"middle", 300}, {"small", 90},
                                                         {"other", 80},  {"broken", 70},  {"unreadable", 60}};
        ModelFacts facts;
        facts.name = QFileInfo(path).completeBaseName();
        facts.quantization = QStringLiteral("Q8_0");
        facts.sizeBytes = megabytes.at(facts.name) * 1'000'000;
        if (facts.name == QLatin1String("broken")) facts.problem = QStringLiteral("This file is cut off.");
        return facts;
    }
    static DraftCheck check(const QString& model, const QString& draft) {
        if (QThread::currentThread() == QCoreApplication::instance()->thread())
            qFatal("headers are read by the window");
        const QString name = QFileInfo(draft).completeBaseName();
        if (name == QLatin1String("unreadable")) throw Error(ErrorCode::Io, "It cannot be read.");
        DraftCheck check;
        if (name == QLatin1String("other")) check.problem = Message::verbatim("Another vocabulary.");
        check.bytes = name == QLatin1String("middle") ? 400 : 100;
        if (QFileInfo(model).completeBaseName() == QLatin1String("middle")) check.bytes += 1;
        return check;
    }
    static void touch(const QString& path) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
    }
    void load(const QString& path) {
        QSignalSpy ready(&m_engine, &EngineStatus::becameReady);
        m_engine.load(path);
        QVERIFY(ready.wait());
    }
    static QStringList names(const DraftChoices& choices) {
        QStringList names;
        for (int row = 0; row < choices.count(); ++row)
            names += choices.data(choices.index(row), DraftChoices::NameRole).toString();
        return names;
    }

private slots:
    void smallerOnesThatFitAreOffered() {
        QTemporaryDir folder;
        for (const char* name : {"large", "middle", "small", "other", "broken", "unreadable"})
            touch(folder.filePath(QString::fromLatin1(name) + ".gguf"));
        InstalledModels models(folder.path(), facts, m_engine);
        models.refresh();
        QTRY_VERIFY(!models.isScanning());
        load(folder.filePath("large.gguf"));
        DraftChoices choices(models, m_engine, check);
        QAbstractItemModelTester tester(&choices, QAbstractItemModelTester::FailureReportingMode::QtTest);
        // Nobody has asked yet.
        QCOMPARE(choices.count(), 0);
        choices.look();
        QVERIFY(choices.isLooking());
        QTRY_VERIFY(!choices.isLooking());
        QCOMPARE(names(choices), QStringList({"small Q8_0", "middle Q8_0"}));
        QCOMPARE(choices.pathAt(0), folder.filePath("small.gguf"));
        QCOMPARE(choices.bytesAt(1), 400.0);
        QCOMPARE(choices.rowOf(folder.filePath("middle.gguf")), 1);
        QCOMPARE(choices.rowOf(folder.filePath("large.gguf")), -1);
        QCOMPARE(choices.pathAt(2), QString());
        QCOMPARE(choices.bytesAt(-1), 0.0);
        // Another model is loaded: what is larger is none for it.
        load(folder.filePath("middle.gguf"));
        QTRY_VERIFY(!choices.isLooking());
        QCOMPARE(names(choices), QStringList({"small Q8_0"}));
        QCOMPARE(choices.data(choices.index(0), DraftChoices::BytesRole).toDouble(), 101.0);
        // A file goes.
        QVERIFY(QFile::remove(folder.filePath("small.gguf")));
        models.refresh();
        QTRY_COMPARE(choices.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestDraftChoices)
#include "tst_draft_choices.moc"
