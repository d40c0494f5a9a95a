#include <array>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "backend/check/backend_check.h"
#include "backend/cpu/cpu_backend.h"
#include "backend/cuda_loader/cuda_loader.h"
#include "cli/bandwidth.h"
#include "cli/command.h"
#include "hearth/error.h"
#include "session/backend_choice.h"

namespace hearth::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array options = {Option{"--json", "", "", "print everything as one JSON object"}};

double gigabytes(double bytes) {
    return bytes / 1e9;
}

/// Checks one backend and prints a line for each operation.
Json check(Backend& backend, bool print, bool& healthy) {
    Json list = Json::array();
    const auto results = checkBackend(backend, [&](const OperationCheck& one) {
        healthy = healthy && one.passed();
        if (!print) return;
        if (!one.supported) {
            std::printf("  -     %s: not supported\n", one.name.c_str());
        } else if (!one.failure.empty()) {
            std::printf("  FAIL  %s: %s\n", one.name.c_str(), one.failure.c_str());
        } else {
            std::printf("  %s  %s: %.2g (allowed %.2g)\n", one.passed() ? "ok  " : "FAIL", one.name.c_str(),
                        one.error, one.tolerance);
        }
        std::fflush(stdout);
    });
    for (const OperationCheck& one : results) {
        list.push_back({{"name", one.name},
                        {"error", one.error},
                        {"tolerance", one.tolerance},
                        {"supported", one.supported},
                        {"failure", one.failure},
                        {"passed", one.passed()}});
    }
    return list;
}

Json cpuReport(bool print, bool& healthy) {
    CpuBackend backend(CpuOptions{.threads = static_cast<unsigned>(physicalCores())});
    const double bandwidth = measureReadBandwidth(0);
    if (print)
        std::printf("CPU: %s\n  reads %.1f GB/s from memory\n", backend.info().device.c_str(),
                    gigabytes(bandwidth));
    return {{"device", backend.info().device},
            {"read_bytes_per_s", bandwidth},
            {"operations", check(backend, print, healthy)}};
}

Json gpuReport(bool print, bool& healthy) {
    const CudaLoader loader;
    std::vector<CudaDevice> devices;
    try {
        devices = loader.devices();
    } catch (const Error& error) {
        if (print) std::printf("GPU: none. %s\n", error.what());
        return {{"reason", error.what()}};
    }
    Json list = Json::array();
    for (size_t i = 0; i < devices.size(); ++i) {
        const CudaDevice& device = devices[i];
        Json report{{"name", device.name},
                    {"compute_capability",
                     std::to_string(device.computeMajor) + "." + std::to_string(device.computeMinor)},
                    {"multiprocessors", device.multiprocessors},
                    {"memory_bytes", device.memoryBytes},
                    {"driver_cuda_version", device.driverVersion},
                    {"runtime_cuda_version", device.runtimeVersion},
                    {"bus", device.busId}};
        if (print) {
            std::printf("GPU %zu: %s, compute capability %d.%d, %.1f GB, driver for CUDA %d.%d\n", i,
                        device.name.c_str(), device.computeMajor, device.computeMinor,
                        gigabytes(static_cast<double>(device.memoryBytes)), device.driverVersion / 1000,
                        device.driverVersion % 1000 / 10);
        }
        try {
            const auto backend = loader.makeBackend(static_cast<int>(i));
            const CudaBandwidth rates = loader.bandwidth();
            report["bandwidth"] = {{"read_bytes_per_s", rates.read},
                                   {"copy_bytes_per_s", rates.copy},
                                   {"to_device_bytes_per_s", rates.toDevice},
                                   {"to_host_bytes_per_s", rates.toHost}};
            if (print) {
                std::printf(
                    "  reads %.0f GB/s, copies %.0f GB/s; bus %.1f GB/s to the card, %.1f GB/s back\n",
                    gigabytes(rates.read), gigabytes(rates.copy), gigabytes(rates.toDevice),
                    gigabytes(rates.toHost));
            }
            report["operations"] = check(*backend, print, healthy);
        } catch (const Error& error) {
            healthy = false;
            report["failure"] = error.what();
            if (print) std::printf("  FAIL  %s\n", error.what());
        }
        list.push_back(report);
    }
    return list;
}

void run(const Arguments& arguments) {
    if (!arguments.positional().empty()) throw UsageError("doctor takes no arguments");
    const bool print = !arguments.has("--json");
    bool healthy = true;
    Json report;
    report["cpu"] = cpuReport(print, healthy);
    report["gpu"] = gpuReport(print, healthy);
    report["healthy"] = healthy;
    if (!print) std::cout << report.dump() << '\n';
    if (!healthy)
        throw Error(ErrorCode::Device,
                    "Some operations give wrong results on this machine; the report says which.");
    if (print) std::printf("All operations agree with their reference.\n");
}

}  // namespace

const Command doctorCommand{
    .name = "doctor",
    .usage = "[--json]",
    .summary = "Show devices and their speed, and hold every operation against its plain reference.",
    .options = options,
    .run = run};

}  // namespace hearth::cli
