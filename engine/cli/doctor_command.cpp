#include <array>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "hearth/error.h"
#include "hearth/machine_check.h"

namespace hearth::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array doctorOptions = {Option{"--json", "", "", "print everything as one JSON object"}};

double gigabytes(double bytes) {
    return bytes / 1e9;
}

void printDevice(const DeviceCheck& device) {
    if (!device.gpu) {
        std::printf("CPU: %s\n  reads %.1f GB/s from memory\n", device.name.c_str(),
                    gigabytes(device.readBytesPerS));
        return;
    }
    const DeviceCheck::Card& card = device.card;
    std::printf("GPU: %s, compute capability %d.%d, %.1f GB, driver for CUDA %d.%d\n", device.name.c_str(),
                card.computeMajor, card.computeMinor, gigabytes(static_cast<double>(card.memoryBytes)),
                card.driverVersion / 1000, card.driverVersion % 1000 / 10);
    std::printf("  reads %.0f GB/s, copies %.0f GB/s; bus %.1f GB/s to the card, %.1f GB/s back\n",
                gigabytes(device.readBytesPerS), gigabytes(card.copyBytesPerS),
                gigabytes(card.toDeviceBytesPerS), gigabytes(card.toHostBytesPerS));
}

void printOperation(const OperationCheck& one) {
    if (!one.supported) {
        std::printf("  -     %s: not supported\n", one.name.c_str());
    } else if (!one.failure.empty()) {
        std::printf("  FAIL  %s: %s\n", one.name.c_str(), one.failure.c_str());
    } else {
        std::printf("  %s  %s: %.2g (allowed %.2g)\n", one.passed() ? "ok  " : "FAIL", one.name.c_str(),
                    one.error, one.tolerance);
    }
    std::fflush(stdout);
}

Json operationsOf(const DeviceCheck& device) {
    Json list = Json::array();
    for (const OperationCheck& one : device.operations) {
        list.push_back({{"name", one.name},
                        {"error", one.error},
                        {"tolerance", one.tolerance},
                        {"supported", one.supported},
                        {"failure", one.failure},
                        {"passed", one.passed()}});
    }
    return list;
}

Json asJson(const DeviceCheck& device) {
    if (!device.gpu) {
        return {{"device", device.name},
                {"read_bytes_per_s", device.readBytesPerS},
                {"operations", operationsOf(device)}};
    }
    const DeviceCheck::Card& card = device.card;
    Json json{
        {"name", device.name},
        {"compute_capability", std::to_string(card.computeMajor) + "." + std::to_string(card.computeMinor)},
        {"multiprocessors", card.multiprocessors},
        {"memory_bytes", card.memoryBytes},
        {"driver_cuda_version", card.driverVersion},
        {"runtime_cuda_version", card.runtimeVersion},
        {"bus", card.busId}};
    if (!device.failure.empty()) {
        json["failure"] = device.failure;
        return json;
    }
    json["bandwidth"] = {{"read_bytes_per_s", device.readBytesPerS},
                         {"copy_bytes_per_s", card.copyBytesPerS},
                         {"to_device_bytes_per_s", card.toDeviceBytesPerS},
                         {"to_host_bytes_per_s", card.toHostBytesPerS}};
    json["operations"] = operationsOf(device);
    return json;
}

Json asJson(const MachineReport& machine) {
    Json gpus = Json::array();
    for (size_t i = 1; i < machine.devices.size(); ++i) gpus.push_back(asJson(machine.devices[i]));
    if (!machine.noGpuReason.empty()) gpus = {{"reason", machine.noGpuReason}};
    return {{"cpu", asJson(machine.devices.front())}, {"gpu", gpus}, {"healthy", machine.healthy()}};
}

void runDoctor(const Arguments& arguments) {
    if (!arguments.positional().empty()) throw UsageError("doctor takes no arguments");
    const bool print = !arguments.has("--json");
    MachineCheckListener listener;
    if (print) listener = {.device = printDevice, .operation = printOperation};
    const MachineReport machine = checkMachine(listener);
    if (print) {
        if (!machine.noGpuReason.empty()) std::printf("GPU: none. %s\n", machine.noGpuReason.c_str());
        for (const DeviceCheck& device : machine.devices)
            if (!device.failure.empty())
                std::printf("  FAIL  %s: %s\n", device.name.c_str(), device.failure.c_str());
    } else {
        std::cout << asJson(machine).dump() << '\n';
    }
    if (!machine.healthy())
        throw Error(ErrorCode::Device,
                    "Some operations give wrong results on this machine; the report says which.");
    if (print) std::printf("All operations agree with their reference.\n");
}

}  // namespace

const Command doctorCommand{
    .name = "doctor",
    .usage = "[--json]",
    .summary = "Show devices and their speed, and check every operation against a reference.",
    .options = doctorOptions,
    .run = runDoctor};

}  // namespace hearth::cli
