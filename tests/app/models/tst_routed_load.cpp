#include "models/routed_load.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/routing.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestRoutedLoad : public QObject {
    Q_OBJECT

    std::vector<EngineOptions> m_loaded;
    EngineFactory m_factory =
        routedFactory([this](const EngineOptions& wanted, const auto& progress, std::stop_token stop) {
            m_loaded.push_back(wanted);
            auto script = std::make_shared<test::EngineScript>();
            script->loadSteps = 2;
            if (wanted.model == "broken") script->loadError = "It is cut off.";
            return test::ScriptedEngine::load(script, progress, stop);
        });

private slots:
    void init() { m_loaded.clear(); }

    void oneModelIsLoadedAsItIs() {
        EngineOptions options;
        options.model = "one";
        QVERIFY(m_factory(options, {}, {})->info().parts.empty());
        QCOMPARE(m_loaded.size(), size_t(1));
    }
    void bothAreLoadedOneAfterTheOther() {
        QTemporaryDir folder;
        const auto file = [&](const char* name, int bytes) {
            QFile written(folder.filePath(QLatin1String(name)));
            if (!written.open(QFile::WriteOnly)) qFatal("a file cannot be written");
            written.write(QByteArray(bytes, 'x'));
            return written.fileName().toStdString();
        };
        EngineOptions options, large;
        options.model = file("small", 100);
        options.prefixFolder = "kept";
        options.prefixBytes = 5;
        large.model = file("large", 300);
        large.contextLength = 77;
        options.large = std::make_shared<LargeModel>(LargeModel{large, {}});
        std::vector<double> shares;
        const auto engine = m_factory(
            options, [&](const Engine::LoadProgress& progress) { shares.push_back(progress.fraction); }, {});
        QCOMPARE(engine->info().parts.size(), size_t(2));
        QCOMPARE(shares, (std::vector<double>{0, 0.125, 0.25, 0.625}));
        QCOMPARE(m_loaded.size(), size_t(2));
        QVERIFY(!m_loaded[0].large && !m_loaded[1].large);
        QCOMPARE(m_loaded[1].contextLength, 77);
        QCOMPARE(m_loaded[1].prefixFolder, options.prefixFolder);
        QCOMPARE(m_loaded[1].prefixBytes, uint64_t(5));
    }
    void whatIsWrongWithEitherIsSaid() {
        EngineOptions options, large;
        options.model = "fine";
        large.model = "broken";
        options.large = std::make_shared<LargeModel>(LargeModel{large, {}});
        QVERIFY_THROWS_EXCEPTION(Error, m_factory(options, {}, {}));
    }
};

QTEST_GUILESS_MAIN(TestRoutedLoad)
#include "tst_routed_load.moc"
