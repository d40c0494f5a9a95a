// libhearth-cuda.so with the emulated device in place of a GPU, for tests that go through the whole program.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "emulator/device_emulated.h"

namespace {

/// $HEARTH_EMULATED_CARDS is the memory of each GPU in MiB, "512,256"; $HEARTH_EMULATED_LOSS which of them
/// is lost after how many launches, "1:200"; with $HEARTH_EMULATED_PEERS at 0 none reaches another.
void configureFromEnvironment() {
    const char* cards = std::getenv("HEARTH_EMULATED_CARDS");
    if (cards == nullptr) return;
    std::vector<hearth::emulator::DeviceOptions> all;
    for (const char* at = cards; *at != 0;) {
        char* end = nullptr;
        all.push_back({.memoryBytes = std::strtoull(at, &end, 10) << 20U});
        at = *end == ',' ? end + 1 : end + std::strlen(end);
    }
    if (const char* loss = std::getenv("HEARTH_EMULATED_LOSS")) {
        char* end = nullptr;
        const size_t card = std::strtoull(loss, &end, 10);
        if (*end == ':') all.at(card).launchesBeforeLoss = std::strtoll(end + 1, nullptr, 10);
    }
    const char* peers = std::getenv("HEARTH_EMULATED_PEERS");
    hearth::emulator::configureDevices(all, peers == nullptr || std::string(peers) != "0");
}

const bool g_configured = (configureFromEnvironment(), true);

}  // namespace

/// As emulator::configureDevices() with ways between them, for whoever has loaded the plug-in.
extern "C" __attribute__((visibility("default"))) void hearthConfigureEmulatedCards(
    const std::vector<hearth::emulator::DeviceOptions>& options) {
    hearth::emulator::configureDevices(options);
}

/// As emulator::configureDevice(), for whoever has loaded the plug-in.
extern "C" __attribute__((visibility("default"))) void hearthConfigureEmulatedCard(
    const hearth::emulator::DeviceOptions& options) {
    hearth::emulator::configureDevice(options);
}
