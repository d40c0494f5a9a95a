#include "inference/kept_cache.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/cache_admin.h"
#include "hearth/prefix_folder.h"
#include "inference/cache_tenant.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestKeptCache : public QObject {
    Q_OBJECT

    QTemporaryDir m_data;
    QString m_folder;
    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<test::ScriptedEngine> m_engine;

    static void put(const QString& path) {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
    }

    /// Carries out what is left of a change, with an engine or without.
    static void finish(const std::optional<KeptCache::Work>& work, Engine* engine) {
        QVERIFY(work);
        if (engine != nullptr && work->before) work->before(*engine);
        if (work->folder) work->folder(engine != nullptr);
        if (engine != nullptr && work->after) work->after(*engine);
    }

private slots:
    void init() {
        m_folder = m_data.filePath("prefixes");
        QDir(m_folder).removeRecursively();
        m_script = std::make_shared<test::EngineScript>();
        m_engine = std::make_unique<test::ScriptedEngine>(m_script);
    }

    void theFolderOfTheCacheFollowsTheSettings() {
        KeptCache cache;
        EngineOptions options;
        cache.applyTo(options);
        QVERIFY(options.prefixFolder.empty());
        QVERIFY(!cache.isKept());
        const PrefixLimits five{.bytes = 5, .bytesADay = 6}, seven{.bytes = 7, .bytesADay = 6};
        finish(cache.keep(m_folder, five), nullptr);
        QVERIFY(cache.isKept());
        cache.applyTo(options);
        QCOMPARE(options.prefixFolder.string(), m_folder.toStdString());
        QCOMPARE(options.prefixBytes, 5U);
        QCOMPARE(options.prefixBytesADay, 6U);
        // Nothing new is nothing to do.
        QVERIFY(!cache.keep(m_folder, five));
        finish(cache.keep(m_folder, seven), m_engine.get());
        finish(cache.drop(m_folder), m_engine.get());
        QVERIFY(!cache.isKept());
        finish(cache.keep(m_folder, {}), m_engine.get());
        // A cache with other settings is removed.
        put(m_folder + "/old");
        PrefixLimits encrypted = seven;
        encrypted.key.emplace();
        finish(cache.keep(m_folder, encrypted), m_engine.get());
        QVERIFY(!QDir(m_folder).exists());
        const std::string place = m_folder.toStdString();
        QCOMPARE(m_script->prefixFolders,
                 (std::vector<std::string>{place + " 7 6", "", place + " 10000000000 10000000000", "",
                                           place + " 7 6 encrypted"}));
        cache.applyTo(options);
        QVERIFY(options.prefixKey == encrypted.key);
    }

    void whatIsKeptGoesWithTheCacheAndWithTheWish() {
        KeptCache cache;
        put(m_folder + "/0.prefixes");
        finish(cache.keep(m_folder, {}), nullptr);
        QVERIFY(QFile::exists(m_folder + "/0.prefixes"));
        finish(cache.clear(), m_engine.get());
        QVERIFY(!QFile::exists(m_folder));
        put(m_folder + "/0.prefixes");
        finish(cache.drop(m_folder), nullptr);
        QVERIFY(!QFile::exists(m_folder));
    }

    void onlyWhatIsReadableGoesWhereItIsLeft() {
        KeptCache cache;
        finish(cache.keep(m_folder, {}), nullptr);
        const QString block = m_folder + "/" + QString(32, '1') + "/" + QString(32, '2') + ".0";
        put(block);
        finish(cache.leave(m_folder), m_engine.get());
        QVERIFY(!cache.isKept());
        QVERIFY(!QFile::exists(block));
        QVERIFY(QDir(m_folder).exists());
        QCOMPARE(m_script->prefixFolders, std::vector<std::string>{""});
    }

    void whatNobodyOwnsAnyMoreGoes() {
        KeptCache cache;
        // As a block of the cache is called; nobody is noted to have used it.
        const QString block = m_folder + "/" + QString(32, '1') + "/" + QString(32, '2') + ".0";
        put(block);
        finish(cache.keep(m_folder, {}), nullptr);
        // No model is loaded.
        finish(cache.keepTenants({cacheTenant(2)}), nullptr);
        QVERIFY(!QFile::exists(block));
        put(block);
        finish(cache.keepTenants({cacheTenant(3)}), m_engine.get());
        QCOMPARE(m_script->keptTenants, std::vector<std::vector<std::string>>{{"chat 3"}});
        QVERIFY(!QFile::exists(block));
    }

    /// A key may come from the keyring after somebody erased a chat.
    void chatsThatWereErasedBeforeTheFolderWasKnown() {
        EngineOptions options;
        options.model = test::tinyModelsFolder() / "llama-f32.gguf";
        options.backend = "cpu";
        options.contextLength = 256;
        options.prefixFolder = m_folder.toStdString();
        const auto engine = Engine::load(options);
        GenerationRequest request;
        request.rawText = std::string(100, 'a');
        request.tenant = "erased";
        request.sampling.maxTokens = 2;
        GenerationListener nobody;
        (void)test::generate(*engine, request, nobody);
        engine->cache()->flush();
        QVERIFY(prefixUse(options.prefixFolder, {"erased"}).tenants[0].bytes > 0);
        KeptCache cache;
        finish(cache.keepTenants({"another"}), nullptr);
        finish(cache.keep(m_folder, {}), nullptr);
        QCOMPARE(prefixUse(options.prefixFolder, {"erased"}).tenants[0].bytes, uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestKeptCache)
#include "tst_kept_cache.moc"
