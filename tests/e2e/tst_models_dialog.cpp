// The models dialog of the real window against a hub on loopback: search, choose, download, verify, load.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "support/accessible_tree.h"
#include "support/fake_hub.h"
#include "support/tower_tables.h"
#include "support/virtual_display.h"

class TestModelsDialog : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<FakeHub> m_hub;
    std::unique_ptr<VirtualDisplay> m_display;
    QProcess m_accessibilityBus, m_program;
    std::unique_ptr<AccessibleTree> m_window;
    QByteArray m_model;

    static QString starterModel() {
        const QString named = qEnvironmentVariable("HEARTH_STARTER_MODEL");
        return !named.isEmpty() ? named
                                : QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                                      "/hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf";
    }

    void click(const QString& name, const QString& role = {}) {
        const auto node = m_window->find(name, role);
        QVERIFY2(!node.role.isEmpty(), qPrintable("not in the window: " + name + '\n' + m_window->dump()));
        m_display->click(node.extents.center().x(), node.extents.center().y());
    }

    bool isThere(const QString& name, int waitMs = 10000) {
        return !m_window->find(name, {}, waitMs).role.isEmpty();
    }

    void shoot(const QString& name) {
        const QString folder = HEARTH_BINARY_DIR "/screenshots";
        QDir().mkpath(folder);
        QVERIFY(m_display->screenshot(folder + "/" + name + ".png"));
    }

    /// A tiny model of width 32 with the tables of a tower for it.
    void addModelThatSees() {
        QFile model(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf");
        QVERIFY(model.open(QFile::ReadOnly));
        m_hub->addFile("acme/Seeing-1B-GGUF", "Seeing-1B-F32.gguf", model.readAll());
        const auto tower = hearth::test::towerTables(32).image();
        m_hub->addFile("acme/Seeing-1B-GGUF", "mmproj-F16.gguf",
                       QByteArray(reinterpret_cast<const char*>(tower.data()), qsizetype(tower.size())));
        m_hub->addAnswer("/api/models/acme/Seeing-1B-GGUF",
                         "{\"id\":\"acme/Seeing-1B-GGUF\",\"sha\":\"" + FakeHub::commit().toLatin1() + "\"}");
    }

private slots:
    void initTestCase() {
        QFile file(starterModel());
        if (!file.open(QFile::ReadOnly))
            QSKIP("SKIPPED: the starter model is not there; ./run test fetches it");
        m_model = file.readAll();
        for (const char* tool : {"Xvfb", "xdotool", "import", "openssl"})
            if (QStandardPaths::findExecutable(tool).isEmpty())
                QSKIP(qPrintable(QString("SKIPPED: %1 is not installed").arg(tool)));
        if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
            QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        m_hub = std::make_unique<FakeHub>();
        QVERIFY(m_hub->isRunning());
        m_hub->addFile("acme/SmolLM2-135M-Instruct-GGUF", "SmolLM2-135M-Instruct-Q4_1.gguf", m_model);
        m_hub->addFile("acme/SmolLM2-135M-Instruct-GGUF", "SmolLM2-135M-Instruct-Q8_0.gguf",
                       m_model + m_model);
        m_hub->addAnswer(
            "/api/models",
            "[{\"id\":\"acme/SmolLM2-135M-Instruct-GGUF\",\"downloads\":12345,\"cardData\":{\"license\":"
            "\"apache-2.0\"}},{\"id\":\"acme/Giant-400B-GGUF\",\"downloads\":7,\"gated\":\"auto\"},"
            "{\"id\":\"acme/Seeing-1B-GGUF\",\"pipeline_tag\":\"image-text-to-text\"}]");
        m_hub->addAnswer(
            "/api/models/acme/SmolLM2-135M-Instruct-GGUF",
            "{\"id\":\"acme/SmolLM2-135M-Instruct-GGUF\",\"sha\":\"" + FakeHub::commit().toLatin1() +
                "\",\"cardData\":{\"license\":\"apache-2.0\"},\"gguf\":{\"context_length\":8192}}");
        addModelThatSees();
        m_display = std::make_unique<VirtualDisplay>();
        QVERIFY(m_display->isRunning());
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, QByteArray>>{
                 {"DISPLAY", m_display->name().toLatin1()},
                 {"QT_QPA_PLATFORM", "xcb"},
                 {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"},
                 {"HF_ENDPOINT", m_hub->endpoint().toLatin1()},
                 {"SSL_CERT_FILE", m_hub->certificates().toLocal8Bit()},
                 {"HF_TOKEN", "hf_secret"}})
            qputenv(name, value);
        m_accessibilityBus.start("/usr/libexec/at-spi-bus-launcher", {"--launch-immediately"});
        QVERIFY(m_accessibilityBus.waitForStarted());
        m_program.setProcessChannelMode(QProcess::ForwardedChannels);
        m_program.start(HEARTH_BINARY_DIR "/bin/hearth",
                        {"--software", "--data-dir", m_folder.path() + "/data"});
        QVERIFY(m_program.waitForStarted());
        m_window = std::make_unique<AccessibleTree>("hearth");
        QVERIFY(isThere("Message", 30000));
    }

    void cleanupTestCase() {
        m_program.kill();
        m_program.waitForFinished();
        // It ends the bus that it started, which a kill would leave.
        m_accessibilityBus.terminate();
        if (!m_accessibilityBus.waitForFinished(5000)) m_accessibilityBus.kill();
    }

    void theFirstRunLeadsToTheHub() {
        click("Find a model");
        QVERIFY2(isThere("Models to download"), qPrintable(m_window->dump()));
        QVERIFY(isThere("SmolLM2 360M"));
        QVERIFY2(m_window->unnamedControls().isEmpty(), qPrintable(m_window->unnamedControls().join("; ")));
        shoot("models-1-curated");
        QVERIFY2(m_hub->seen().isEmpty(), "the hub was asked although nobody asked for it");
    }

    void findsAndDownloads() {
        // The search has the keyboard.
        m_display->type("smollm2 135m");
        QVERIFY2(isThere("SmolLM2 135M Instruct, acme"), qPrintable(m_window->dump()));
        m_display->key("Down");
        m_display->key("Return");
        QVERIFY2(isThere("Download Q4_1"), qPrintable(m_window->dump()));
        QVERIFY2(isThere("Q4_1, 98 MB, Close to full, Fits"), qPrintable(m_window->dump()));
        shoot("models-2-page");
        m_hub->setPace(60000);
        click("Download Q4_1");
        click("Download Q8_0");
        QVERIFY(isThere("Pause Q4_1"));
        QTest::qWait(2500);
        shoot("models-3-downloading");
        QVERIFY(m_window->press("Pause Q8_0", "push button"));
        QVERIFY(isThere("Resume Q8_0"));
        shoot("models-4-paused");
        QVERIFY(m_window->press("Resume Q8_0", "push button"));
        QVERIFY(isThere("Pause Q8_0"));
        m_hub->setPace(0);
        QVERIFY(m_window->press("Cancel the download of Q8_0"));
        const QString path =
            m_folder.path() + "/data/models/acme/SmolLM2-135M-Instruct-GGUF/SmolLM2-135M-Instruct-Q4_1.gguf";
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 60000);
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        QVERIFY(file.readAll() == m_model);
        shoot("models-5-done");
        for (const auto& seen : m_hub->seen()) QVERIFY(!seen.atStore || seen.authorization.isEmpty());
        QTRY_VERIFY(QDir(m_folder.path() + "/data/models/.downloads").isEmpty());
    }

    void theModelRuns() {
        click("Installed");
        QVERIFY2(isThere("SmolLM2 135M Instruct, Q4_1"), qPrintable(m_window->dump()));
        click("SmolLM2 135M Instruct, Q4_1");
        QVERIFY2(isThere("Load"), qPrintable(m_window->dump()));
        shoot("models-6-details");
        QVERIFY(m_window->press("Load", "push button"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->find("Model: SmolLM2 135M Instruct", {}, 0).name.contains("Q4_1"),
                                 60000);
        m_display->key("Escape");
        shoot("models-7-loaded");
    }

    void aSmallerCopyIsMade() {
        QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf",
                            m_folder.path() + "/data/models/little-f32.gguf"));
        m_display->key("ctrl+m");
        click("little, F32");
        QVERIFY2(isThere("How it is loaded"), qPrintable(m_window->dump()));
        // Below the edge at first: the page follows the keyboard.
        for (int i = 0; i < 30 && !m_window->find("Make the copy", {}, 0).focused; ++i) m_display->key("Tab");
        QVERIFY2(m_window->find("Make the copy", {}, 0).focused, qPrintable(m_window->dump()));
        QTRY_VERIFY(m_window->find("Make the copy", {}, 0).extents.bottom() < 740);
        click("Make the copy", "push button");
        QVERIFY2(isThere("little, Q4_K"), qPrintable(m_window->dump()));
        const QFileInfo copy(m_folder.path() + "/data/models/little.Q4_K.gguf");
        QVERIFY(copy.exists());
        const QString cost = QString("%1 kB instead of 107 kB. On").arg(qRound(copy.size() / 1e3));
        QVERIFY2(isThere(cost), qPrintable(cost));
        QVERIFY2(m_window->unnamedControls().isEmpty(), qPrintable(m_window->unnamedControls().join("; ")));
        shoot("models-8-copy");
    }

    void aModelIsRemovedAfterAsking() {
        const QString copy = m_folder.path() + "/data/models/little.Q4_K.gguf";
        click("little, Q4_K");
        click("Remove", "push button");
        QVERIFY2(isThere("Delete "), qPrintable(m_window->dump()));
        click("Keep", "push button");
        QVERIFY(QFile::exists(copy));
        click("Remove", "push button");
        // The button takes no second half of a double click.
        QVERIFY2(isThere("Delete "), qPrintable(m_window->dump()));
        QTest::qWait(700);
        click("Delete", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(copy), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->find("little, Q4_K", {}, 0).role.isEmpty(), 5000);
        QVERIFY(isThere("little, F32"));
        shoot("models-9-removed");
        m_display->key("Escape");
    }

    void aModelThatSeesComesWithThePartForThat() {
        QTRY_VERIFY(m_window->find("Discover", {}, 0).role.isEmpty());
        click("Models", "push button");
        QVERIFY(isThere("Discover"));
        QTest::qWait(500);  // it moves while it opens, and a click beside it closes it
        click("Discover");
        QVERIFY2(isThere("Sees pictures"), qPrintable(m_window->dump()));
        click("Sees pictures");
        QTRY_VERIFY(m_window->find("SmolLM2 135M Instruct, acme", {}, 0).role.isEmpty());
        click("Seeing 1B, acme");
        QVERIFY2(isThere("Download F32"), qPrintable(m_window->dump()));
        shoot("models-10-sees");
        click("Download F32");
        const QDir place(m_folder.path() + "/data/models/acme/Seeing-1B-GGUF");
        QTRY_VERIFY_WITH_TIMEOUT(place.exists("Seeing-1B-F32.gguf"), 20000);
        QVERIFY(place.exists("mmproj-F16.gguf"));
        click("Installed");
        QVERIFY2(isThere("Seeing 1B, F32"), qPrintable(m_window->dump()));
        QTRY_VERIFY(m_window->find("Seeing 1B, F32", {}, 0).name.endsWith("Sees pictures"));
        shoot("models-11-installed");
        m_display->key("Escape");
    }
};

QTEST_GUILESS_MAIN(TestModelsDialog)
#include "tst_models_dialog.moc"
