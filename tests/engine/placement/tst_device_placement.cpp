#include "placement/device_placement.h"

#include "backend/registry/built_in_backends.h"
#include "placement/backend_choice.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestDevicePlacement : public QObject {
    Q_OBJECT
    const BackendRegistry m_backends = builtInBackends();

private slots:
    void layersComeFromTheEnd() {
        constexpr uint64_t gib = uint64_t{1} << 30U;
        LayerSizes sizes{.layers = {gib, gib, gib, 2 * gib}, .others = gib};
        QCOMPARE(layersThatFit(sizes, 0), 0U);
        QCOMPARE(layersThatFit(sizes, 3 * gib),
                 0U);  // the head and the last layer need 3 GiB and the reserve
        QCOMPARE(layersThatFit(sizes, 7 * gib / 2), 1U);
        QCOMPARE(layersThatFit(sizes, 11 * gib / 2), 3U);
        QCOMPARE(layersThatFit(sizes, 100 * gib), 4U);
    }

    void fallsBackStepByStep() {
        EngineOptions options;
        options.backend = "auto";
        BackendChoice failed;
        failed.deviceLayers = 32;
        std::vector<int> tried;
        while (options.backend != "cpu") {
            options = withFewerDeviceLayers(m_backends, options, failed);
            failed.deviceLayers = options.gpuLayers;
            tried.push_back(options.gpuLayers);
            QVERIFY(tried.size() < 20);
        }
        QCOMPARE(tried.front(), 24);
        QCOMPARE(tried.back(), 0);
        QVERIFY(std::is_sorted(tried.rbegin(), tried.rend()));
    }

    void withoutACardTheCpuSaysWhy() {
        const auto whyNone = m_backends.find("cuda")->findDevices().whyNone;
        if (!whyNone) QSKIP("there is a graphics card here");
        EngineOptions options;
        const BackendChoice choice = chooseBackend(m_backends, options);
        QCOMPARE(choice.title, std::string("CPU"));
        QVERIFY(choice.reason == whyNone->message());
        options.backend = "cpu";
        QVERIFY(chooseBackend(m_backends, options).reason.isEmpty());
        options.backend = "cuda";
        QVERIFY_THROWS_EXCEPTION(Error, (void)chooseBackend(m_backends, options));
    }
};

QTEST_GUILESS_MAIN(TestDevicePlacement)
#include "tst_device_placement.moc"
