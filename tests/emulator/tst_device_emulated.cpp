#include "emulator/device_emulated.h"

#include <QtTest>
#include <cmath>

#include "backend/cuda/device.h"
#include "emulator/machine.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::emulator;

/// The emulated device API behaves as the real one where mistakes hide: laziness, events, graphs, failures.
class TestDeviceEmulated : public QObject {
    Q_OBJECT

private slots:
    void lazyStreamsShowAMissingSynchronization() {
        DeviceOptions options;
        options.lazyStreams = true;
        configureDevice(options);
        const auto stream = cuda::createStream();
        const cuda::DeviceMemory memory(16);
        const float in[4] = {1, 2, 3, 4};
        float out[4] = {NAN, NAN, NAN, NAN};
        cuda::copyToDevice(memory.data(), in, 16, stream);
        cuda::copyToHost(out, memory.data(), 16, stream);
        QVERIFY(std::isnan(out[0]));
        cuda::synchronize(stream);
        QCOMPARE(out[3], 4.0F);
        cuda::destroyStream(stream);
    }

    void newMemoryIsNaN() {
        configureDevice({});
        const auto stream = cuda::createStream();
        const cuda::DeviceMemory memory(4);
        float out = 0;
        cuda::copyToHost(&out, memory.data(), 4, stream);
        QVERIFY(std::isnan(out));
        cuda::destroyStream(stream);
    }

    void eventsOrderStreams() {
        DeviceOptions options;
        options.lazyStreams = true;
        configureDevice(options);
        const auto a = cuda::createStream(), b = cuda::createStream();
        const auto event = cuda::createEvent();
        const cuda::DeviceMemory memory(4);
        const float in = 5;
        float out = 0;
        cuda::copyToDevice(memory.data(), &in, 4, a);
        cuda::recordEvent(event, a);
        cuda::streamWaitEvent(b, event);
        cuda::copyToHost(&out, memory.data(), 4, b);
        cuda::synchronize(b);
        QCOMPARE(out, 5.0F);
        cuda::destroyEvent(event);
        cuda::destroyStream(a);
        cuda::destroyStream(b);
    }

    void graphsReplayWhatWasRecorded() {
        configureDevice({});
        const auto stream = cuda::createStream();
        const cuda::DeviceMemory memory(8);
        cuda::fillDevice(memory.data(), 0, 8, stream);
        float in = 1, out = 0;
        cuda::beginCapture(stream);
        cuda::copyToDevice(memory.data(), &in, 4, stream);
        cuda::copyToHost(&out, memory.data(), 4, stream);
        const auto graph = cuda::endCapture(stream);
        QCOMPARE(out, 0.0F);
        cuda::launchGraph(graph, stream);
        QCOMPARE(out, 1.0F);
        in = 7;
        cuda::launchGraph(graph, stream);
        QCOMPARE(out, 7.0F);
        cuda::destroyGraph(graph);
        cuda::destroyStream(stream);
    }

    void memoryRunsOut() {
        DeviceOptions options;
        options.memoryBytes = 1U << 20U;
        configureDevice(options);
        const cuda::DeviceMemory half(512 << 10);
        QCOMPARE(cuda::memoryInfo().freeBytes, uint64_t{512 << 10});
        try {
            const cuda::DeviceMemory more(600 << 10);
            QFAIL("must not fit");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::OutOfMemory);
        }
    }

    void eachDeviceHasMemoryOfItsOwn() {
        configureDevices({{.memoryBytes = 1U << 20U}, {.memoryBytes = 3U << 20U}});
        QCOMPARE(cuda::devices().size(), size_t{2});
        QCOMPARE(cuda::devices()[1].totalBytes, uint64_t{3} << 20U);
        cuda::useDevice(1);
        const cuda::DeviceMemory large(2 << 20);
        QCOMPARE(cuda::memoryInfo().freeBytes, uint64_t{1} << 20U);
        cuda::useDevice(0);
        QCOMPARE(cuda::memoryInfo().freeBytes, uint64_t{1} << 20U);
        QVERIFY_EXCEPTION_THROWN(const cuda::DeviceMemory more(2 << 20), Error);
        QCOMPARE(allocatedBytes(1), uint64_t{2} << 20U);
        QCOMPARE(allocatedBytes(), uint64_t{2} << 20U);
    }

    void workOnAStreamSelectsItsDevice() {
        configureDevices({{}, {}});
        cuda::useDevice(1);
        const auto stream = cuda::createStream();
        const cuda::DeviceMemory memory(4);
        cuda::useDevice(0);
        const auto event = cuda::createEvent();
        cuda::fillDevice(memory.data(), 0, 4, stream);
        const cuda::DeviceMemory more(8);
        QCOMPARE(allocatedBytes(1), uint64_t{12});
        QVERIFY_EXCEPTION_THROWN(cuda::recordEvent(event, stream), Fault);
        QVERIFY_EXCEPTION_THROWN(cuda::useDevice(2), Error);
        cuda::destroyEvent(event);
        cuda::destroyStream(stream);
    }

    void copiesGoFromOneDeviceToAnother() {
        configureDevices({{.lazyStreams = true}, {}}, false);
        const auto from = cuda::createStream();
        const cuda::DeviceMemory source(4);
        const auto written = cuda::createEvent();
        cuda::useDevice(1);
        const auto to = cuda::createStream();
        const cuda::DeviceMemory target(4);
        QVERIFY(!cuda::openPeer(0));
        const float in = 3;
        float out = 0;
        cuda::copyToDevice(source.data(), &in, 4, from);
        cuda::recordEvent(written, from);
        cuda::streamWaitEvent(to, written);
        cuda::copyBetween(target.data(), source.data(), 0, 4, to);
        cuda::copyToHost(&out, target.data(), 4, to);
        cuda::synchronize(to);
        QCOMPARE(out, 3.0F);
        cuda::destroyEvent(written);
        cuda::destroyStream(from);
        cuda::destroyStream(to);
    }

    void aLostDeviceAnswersNoCall() {
        configureDevices({{}, {.launchesBeforeLoss = 0}});
        const cuda::DeviceMemory well(4);
        cuda::useDevice(1);
        const auto isLost = [](auto call) {
            try {
                call();
                return false;
            } catch (const Error& error) {
                return error.code() == ErrorCode::Device &&
                       error.message().text().find("unspecified launch failure") != std::string::npos;
            }
        };
        QVERIFY(isLost([] { const cuda::DeviceMemory memory(4); }));
        QVERIFY(isLost([] { cuda::memoryInfo(); }));
        QVERIFY(isLost([] { cuda::createStream(); }));
        QVERIFY(isLost([] { cuda::selectDevice(1); }));
        cuda::useDevice(0);
        const cuda::DeviceMemory stillWell(4);
    }

    void absenceIsSaid() {
        DeviceOptions options;
        options.absence = "No NVIDIA driver was found.";
        configureDevice(options);
        QVERIFY_EXCEPTION_THROWN(cuda::devices(), Error);
        configureDevice({});
        QCOMPARE(cuda::devices().size(), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestDeviceEmulated)
#include "tst_device_emulated.moc"
