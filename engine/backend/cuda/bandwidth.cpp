#include "backend/cuda/bandwidth.h"

#include <algorithm>
#include <functional>

namespace hearth::cuda {
namespace {

constexpr int passes = 5;

struct Stream {
    StreamHandle handle = createStream();
    ~Stream() { destroyStream(handle); }
};
struct Event {
    EventHandle handle = createEvent();
    ~Event() { destroyEvent(handle); }
};

double best(size_t bytes, StreamHandle stream, const std::function<void()>& work) {
    const Event from, to;
    double fastest = 0;
    for (int i = 0; i < passes; ++i) {
        recordEvent(from.handle, stream);
        work();
        recordEvent(to.handle, stream);
        waitEvent(to.handle);
        const double ms = std::max(elapsedMs(from.handle, to.handle), 1e-6F);
        fastest = std::max(fastest, static_cast<double>(bytes) / ms * 1e3);
    }
    return fastest;
}

}  // namespace

Bandwidth measureBandwidth(size_t bytes) {
    const Stream stream;
    const DeviceMemory a(bytes), b(bytes), sink(256);
    const size_t hostBytes = std::min<size_t>(bytes, size_t{64} << 20U);
    const PinnedMemory host(hostBytes);
    fillDevice(a.data(), 1, bytes, stream.handle);
    fillDevice(sink.data(), 0, 256, stream.handle);
    const int multiprocessors = devices().front().multiprocessors;
    Bandwidth result;
    result.read = best(bytes, stream.handle, [&] {
        launchReadAll(a.data(), bytes, sink.as<uint32_t>(), multiprocessors, stream.handle);
    });
    result.copy = best(bytes, stream.handle, [&] { copyOnDevice(b.data(), a.data(), bytes, stream.handle); });
    result.toDevice = best(hostBytes, stream.handle,
                           [&] { copyToDevice(a.data(), host.data(), hostBytes, stream.handle); });
    result.toHost =
        best(hostBytes, stream.handle, [&] { copyToHost(host.data(), a.data(), hostBytes, stream.handle); });
    synchronize(stream.handle);
    return result;
}

}  // namespace hearth::cuda
