#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/number_text.h"
#include "hearth/device_monitor.h"
#include "hearth/error.h"
#include "hearth/machine_check.h"
#include "hearth/picture_decoder.h"
#include "hearth/platform/process.h"

namespace hearth::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array doctorOptions = {Option{"--json", "", "", "print everything as one JSON object"}};

/// Readings of the devices while they are idle.
std::vector<DeviceReading> readIdleDevices() {
    const auto monitors = makeDeviceMonitors();
    // The load of processors is known only from the second reading on.
    readDevices(monitors);
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    return readDevices(monitors);
}

double gigabytes(double bytes) {
    return bytes / 1e9;
}

std::string gigabyteText(uint64_t bytes) {
    return fixedText(gigabytes(static_cast<double>(bytes)), 1);
}

void printDevice(const DeviceCheck& device) {
    const DeviceInfo& info = device.info;
    std::string line = device.title;
    if (info.memoryBytes != 0) line += " " + std::to_string(device.number);
    line += ": " + info.name;
    if (info.memoryBytes != 0)
        line +=
            ", " + gigabyteText(info.memoryBytes) + " GB (" + gigabyteText(device.freeBytes) + " GB free)";
    for (const DeviceDetail& detail : info.details)
        if (!detail.label.empty()) line += ", " + detail.label + " " + detail.value;
    std::printf("%s\n", line.c_str());
    const DeviceBandwidth& rates = device.bandwidth;
    if (info.memoryBytes == 0)
        std::printf("  reads %.1f GB/s from memory\n", gigabytes(rates.read));
    else
        std::printf("  reads %.0f GB/s, copies %.0f GB/s; bus %.1f GB/s to the card, %.1f GB/s back\n",
                    gigabytes(rates.read), gigabytes(rates.copy), gigabytes(rates.toDevice),
                    gigabytes(rates.toHost));
}

void printOperation(const OperationCheck& one) {
    if (!one.supported) {
        std::printf("  -     %s: not supported\n", one.name.c_str());
    } else if (!one.failure.isEmpty()) {
        std::printf("  FAIL  %s: %s\n", one.name.c_str(), one.failure.text().c_str());
    } else {
        std::printf("  %s  %s: %.2g (allowed %.2g)\n", one.passed() ? "ok  " : "FAIL", one.name.c_str(),
                    one.error, one.tolerance);
    }
    std::fflush(stdout);
}

/// "12 % busy, 61 of 700 W" and the like; empty where nothing is told.
std::string readingText(const DeviceReading& reading) {
    std::vector<std::string> parts;
    if (reading.busyPercent) parts.push_back(std::to_string(*reading.busyPercent) + " % busy");
    if (reading.usedBytes && reading.totalBytes)
        parts.push_back(gigabyteText(*reading.usedBytes) + " of " + gigabyteText(*reading.totalBytes) +
                        " GB in use");
    if (reading.temperatureC) parts.push_back(std::to_string(*reading.temperatureC) + " C");
    if (reading.powerW) {
        const std::string limit = reading.powerLimitW ? " of " + fixedText(*reading.powerLimitW, 0) : "";
        parts.push_back(fixedText(*reading.powerW, 0) + limit + " W");
    }
    std::string line;
    for (const std::string& part : parts) line += (line.empty() ? "" : ", ") + part;
    return line;
}

void printReadings(const std::vector<DeviceReading>& readings) {
    for (const DeviceReading& reading : readings)
        if (const std::string text = readingText(reading); !text.empty())
            std::printf("%s now: %s\n", reading.name.empty() ? "Processor" : reading.name.c_str(),
                        text.c_str());
}

Json readingJson(const DeviceReading& reading) {
    Json json{{"name", reading.name.empty() ? "processor" : reading.name}};
    if (!reading.busId.empty()) json["bus"] = reading.busId;
    if (reading.busyPercent) json["busy_percent"] = *reading.busyPercent;
    if (reading.usedBytes) json["used_bytes"] = *reading.usedBytes;
    if (reading.totalBytes) json["total_bytes"] = *reading.totalBytes;
    if (reading.temperatureC) json["temperature_c"] = *reading.temperatureC;
    if (reading.powerW) json["power_w"] = *reading.powerW;
    if (reading.powerLimitW) json["power_limit_w"] = *reading.powerLimitW;
    return json;
}

Json operationsOf(const DeviceCheck& device) {
    Json list = Json::array();
    for (const OperationCheck& one : device.operations) {
        list.push_back({{"name", one.name},
                        {"error", one.error},
                        {"tolerance", one.tolerance},
                        {"supported", one.supported},
                        {"failure", one.failure.text()},
                        {"passed", one.passed()}});
    }
    return list;
}

/// Of the processor, which is one device and always there.
Json processorJson(const DeviceCheck& device) {
    return {{"device", device.info.name},
            {"read_bytes_per_s", device.bandwidth.read},
            {"operations", operationsOf(device)}};
}

Json deviceJson(const DeviceCheck& device) {
    Json json{{"number", device.number}, {"name", device.info.name}};
    for (const DeviceDetail& detail : device.info.details) json[detail.key] = detail.value;
    json["memory_bytes"] = device.info.memoryBytes;
    json["free_bytes"] = device.freeBytes;
    json["bus"] = device.info.busId;
    if (!device.failure.isEmpty()) {
        json["failure"] = device.failure.text();
        return json;
    }
    json["bandwidth"] = {{"read_bytes_per_s", device.bandwidth.read},
                         {"copy_bytes_per_s", device.bandwidth.copy},
                         {"to_device_bytes_per_s", device.bandwidth.toDevice},
                         {"to_host_bytes_per_s", device.bandwidth.toHost}};
    json["operations"] = operationsOf(device);
    return json;
}

/// "gpu" of "GPU".
std::string keyOf(std::string title) {
    for (char& letter : title)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return title;
}

/// By backend: the processor, then lists of devices, or the reason why there is none.
Json asJson(const MachineReport& machine, const std::vector<DeviceReading>& readings,
            PictureSandbox sandbox) {
    Json json;
    for (const DeviceCheck& device : machine.devices) {
        if (&device == &machine.devices.front())
            json[keyOf(device.title)] = processorJson(device);
        else
            json[keyOf(device.title)].push_back(deviceJson(device));
    }
    for (const MissingDevice& missing : machine.missing)
        json[keyOf(missing.title)] = {{"reason", missing.reason.what()}};
    json["now"] = Json::array();
    for (const DeviceReading& reading : readings) json["now"].push_back(readingJson(reading));
    json["picture_sandbox"] = pictureSandboxText(sandbox);
    json["healthy"] = machine.healthy();
    return json;
}

void runDoctor(const Arguments& arguments) {
    if (!arguments.positional().empty()) throw UsageError("doctor takes no arguments");
    const bool print = !arguments.has("--json");
    MachineCheckListener listener;
    if (print) listener = {.device = printDevice, .operation = printOperation};
    // Before the check, which makes them busy.
    const std::vector<DeviceReading> readings = readIdleDevices();
    const PictureSandbox sandbox = pictureSandbox(platform::ownProgram());
    if (print) {
        printReadings(readings);
        std::printf("Sandbox for pictures: %s.\n", std::string(pictureSandboxText(sandbox)).c_str());
    }
    const MachineReport machine = checkMachine(listener);
    if (print) {
        for (const MissingDevice& missing : machine.missing)
            std::printf("%s: none. %s\n", missing.title.c_str(), missing.reason.what());
        for (const DeviceCheck& device : machine.devices)
            if (!device.failure.isEmpty())
                std::printf("  FAIL  %s: %s\n", device.info.name.c_str(), device.failure.text().c_str());
    } else {
        std::cout << asJson(machine, readings, sandbox).dump() << '\n';
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
