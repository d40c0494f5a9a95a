#include "backend/registry/backend_registry.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

/// A kind without devices.
class EmptyKind final : public BackendKind {
public:
    using BackendKind::BackendKind;
    DeviceSearch findDevices() const override {
        return {.whyNone = Error(ErrorCode::Device, "There is no " + traits().title + ".")};
    }
    std::unique_ptr<Backend> make(const BackendSettings&) const override {
        throw Error(*findDevices().whyNone);
    }
    DeviceBandwidth measureBandwidth(const BackendSettings&) const override { return {}; }
    std::unique_ptr<DeviceMonitor> makeMonitor() const override {
        class Monitor final : public DeviceMonitor {
        public:
            bool available() const noexcept override { return false; }
            std::vector<DeviceReading> read() override { return {}; }
        };
        return traits().ownMemory ? std::make_unique<Monitor>() : nullptr;
    }
};

std::shared_ptr<const BackendKind> kind(const char* name, bool automatic = true, bool ownMemory = false) {
    return std::make_shared<EmptyKind>(BackendTraits{.name = name,
                                                     .title = QString(name).toUpper().toStdString(),
                                                     .type = DeviceType::Accelerator,
                                                     .automatic = automatic,
                                                     .ownMemory = ownMemory});
}

/// Two GPUs, of which one is watched.
class CardKind final : public BackendKind {
public:
    CardKind() : BackendKind({.name = "cards", .title = "GPU", .ownMemory = true}) {}
    DeviceSearch findDevices() const override {
        return {.devices = {{.name = "A", .memoryBytes = 100, .busId = "0000:0a:00.0"},
                            {.name = "B", .memoryBytes = 50, .busId = "0000:0b:00.0"}}};
    }
    std::unique_ptr<Backend> make(const BackendSettings&) const override {
        throw Error(ErrorCode::Device, "No card is opened for a list.");
    }
    DeviceBandwidth measureBandwidth(const BackendSettings&) const override { return {}; }
    std::unique_ptr<DeviceMonitor> makeMonitor() const override {
        class Monitor final : public DeviceMonitor {
        public:
            bool available() const noexcept override { return true; }
            std::vector<DeviceReading> read() override {
                DeviceReading silent, reading;
                silent.busId = "00000000:0A:00.0";
                reading.busId = "00000000:0B:00.0";
                reading.usedBytes = 20;
                reading.totalBytes = 50;
                return {silent, reading};
            }
        };
        return std::make_unique<Monitor>();
    }
};

}  // namespace

class TestBackendRegistry : public QObject {
    Q_OBJECT
private slots:
    void theHostIsThereFromTheBeginning() {
        const BackendRegistry backends(kind("host"));
        QCOMPARE(backends.host().traits().name, std::string("host"));
        QCOMPARE(backends.find("host"), &backends.host());
        QVERIFY(backends.find("auto") == nullptr);
        QVERIFY(backends.choices() == (std::vector<std::string>{"auto", "host"}));
    }

    void cardsAreListedWithWhatIsFree() {
        BackendRegistry backends(kind("host"));
        QVERIFY(listGpus(backends).empty());
        backends.add(kind("none", true, true));
        backends.add(std::make_shared<CardKind>());
        QVERIFY(listGpus(backends) ==
                (std::vector<ListedGpu>{{.number = 0, .name = "A", .totalBytes = 100},
                                        {.number = 1, .name = "B", .totalBytes = 50, .freeBytes = 30}}));
    }

    void kindsKeepTheirOrder() {
        BackendRegistry backends(kind("host"));
        backends.add(kind("first"));
        backends.add(kind("hidden", false));
        backends.add(kind("second"));
        const BackendRegistry copy = backends;
        QCOMPARE(copy.kinds().size(), size_t{4});
        QVERIFY(copy.choices() == (std::vector<std::string>{"auto", "host", "first", "hidden", "second"}));
        QCOMPARE(asAlternatives(copy.choices()), std::string("auto, host, first, hidden or second"));
        const std::vector<BackendLabel> labels = backendLabels(copy);
        QCOMPARE(labels.size(), size_t{3});
        QCOMPARE(labels[0].name, std::string("first"));
        QCOMPARE(labels[0].title, std::string("FIRST"));
        QCOMPARE(labels[1].name, std::string("second"));
        QCOMPARE(labels[2].name, std::string("host"));
    }

    void aNameIsTakenOnce() {
        BackendRegistry backends(kind("host"));
        for (const char* name : {"host", "auto"}) {
            try {
                backends.add(kind(name));
                QFAIL(name);
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::BadInput);
            }
        }
        QCOMPARE(backends.kinds().size(), size_t{1});
    }

    void monitorsAreThoseOfKindsThatHaveOne() {
        BackendRegistry backends(kind("host"));
        QVERIFY(makeDeviceMonitors(backends).empty());
        backends.add(kind("card", true, true));
        backends.add(kind("other card", true, true));
        const auto monitors = makeDeviceMonitors(backends);
        QCOMPARE(monitors.size(), size_t{2});
        QCOMPARE(readDevices(monitors).size(), monitors[0]->read().size() + monitors[1]->read().size());
    }
};

QTEST_APPLESS_MAIN(TestBackendRegistry)
#include "tst_backend_registry.moc"
