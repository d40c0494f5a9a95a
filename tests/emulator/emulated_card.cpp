// libhearth-cuda.so with the emulated device in place of a card, for tests that go through the whole program.
#include "emulator/device_emulated.h"

/// As emulator::configureDevice(), for whoever has loaded the plug-in.
extern "C" __attribute__((visibility("default"))) void hearthConfigureEmulatedCard(
    const hearth::emulator::DeviceOptions& options) {
    hearth::emulator::configureDevice(options);
}
