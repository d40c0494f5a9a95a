#include "backend/registry/built_in_backends.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestBuiltInBackends : public QObject {
    Q_OBJECT
private slots:
    void theProcessorIsTheHost() {
        const BackendRegistry backends = builtInBackends();
        QCOMPARE(backends.host().traits().name, std::string("cpu"));
        QCOMPARE(asAlternatives(backends.choices()), std::string("auto, cpu, cuda or reference"));
    }

    void peopleChooseBetweenCardAndProcessor() {
        const std::vector<BackendLabel> labels = backendLabels();
        QCOMPARE(labels.size(), size_t{2});
        QCOMPARE(labels[0].title, std::string("GPU"));
        QCOMPARE(labels[0].type, DeviceType::GraphicsCard);
        QCOMPARE(labels[1].title, std::string("CPU"));
        QCOMPARE(makeDeviceMonitors().size(), size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestBuiltInBackends)
#include "tst_built_in_backends.moc"
