#include "placement/backend_choice.h"

#include <QtTest>

#include "backend/registry/built_in_backends.h"
#include "hearth/error.h"
#include "hearth/host_resources.h"

using namespace hearth;

class TestBackendChoice : public QObject {
    Q_OBJECT
    const BackendRegistry m_backends = builtInBackends();
private slots:
    void autoSaysWhyItIsNotTheGpu();
    void aFullCardIsLeftToOthers();
    void takesWhatWasAskedFor();
    void aCardThatWasAskedForIsNotReplaced();
    void refusesWhatCannotBe();
};

void TestBackendChoice::autoSaysWhyItIsNotTheGpu() {
    const BackendChoice choice = chooseBackend(m_backends, {});
    QCOMPARE(choice.title, std::string("CPU"));
    QVERIFY(!choice.reason.isEmpty());
    QVERIFY(choice.reason == m_backends.find("cuda")->findDevices().whyNone->message());
    QCOMPARE(choice.backend->info().kind, std::string("cpu"));
}

/// The plug-in of this test has a GPU whose memory other programs hold.
void TestBackendChoice::aFullCardIsLeftToOthers() {
    qputenv("HEARTH_CUDA_PLUGIN", HEARTH_BINARY_DIR "/tests/full_card/libhearth-cuda.so");
    const BackendChoice choice = chooseBackend(m_backends, {});
    QCOMPARE(choice.title, std::string("CPU"));
    QCOMPARE(choice.reason.text(), std::string("The graphics card has no room."));
    EngineOptions options;
    options.backend = "cuda";
    QVERIFY_THROWS_EXCEPTION(Error, (void)chooseBackend(m_backends, options));
    qunsetenv("HEARTH_CUDA_PLUGIN");
}

void TestBackendChoice::takesWhatWasAskedFor() {
    EngineOptions options;
    options.backend = "cpu", options.threads = 1;
    const BackendChoice cpu = chooseBackend(m_backends, options);
    QVERIFY(cpu.reason.isEmpty());
    QCOMPARE(cpu.backend->info().device.threads, 1);
    options.backend = "reference";
    QCOMPARE(chooseBackend(m_backends, options).backend->info().kind, std::string("reference"));
    options.backend = "cpu";
    options.threads = 0;
    const std::string threads = std::to_string(usableCores()) + " thread";
    QVERIFY(chooseBackend(m_backends, options).backend->info().device.text().starts_with(threads));
}

/// Of a copy without the GPU engine, which goes on with the CPU only when the GPU was not asked for.
void TestBackendChoice::aCardThatWasAskedForIsNotReplaced() {
    if (m_backends.find("cuda")->isInstalled()) QSKIP("the CUDA plug-in is built here (HEARTH_CUDA)");
    QCOMPARE(chooseBackend(m_backends, {}).reason.text(),
             std::string("This copy of Hearth was built without its GPU engine. Hearth will use the CPU."));
    EngineOptions options;
    options.backend = "cuda";
    QString said;
    try {
        (void)chooseBackend(m_backends, options);
    } catch (const Error& error) {
        said = QString::fromUtf8(error.what());
    }
    QCOMPARE(said, QString("This copy of Hearth was built without its GPU engine; use the CPU instead."));
}

void TestBackendChoice::refusesWhatCannotBe() {
    EngineOptions options;
    options.backend = "abacus";
    QVERIFY_THROWS_EXCEPTION(Error, (void)chooseBackend(m_backends, options));
    options.backend = "cpu";
    for (const int threads : {-1, 257}) {
        options.threads = threads;
        QVERIFY_THROWS_EXCEPTION(Error, (void)chooseBackend(m_backends, options));
    }
}

QTEST_GUILESS_MAIN(TestBackendChoice)
#include "tst_backend_choice.moc"
