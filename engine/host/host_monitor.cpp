#include "host/host_monitor.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <system_error>

#include "host/host_limits.h"

namespace hearth {

namespace {

namespace fs = std::filesystem;

/// The drivers whose sensors are in the processor: of Intel, of AMD (two), of Arm boards.
constexpr std::array processorSensors{"coretemp", "k10temp", "zenpower", "cpu_thermal"};

}  // namespace

HostMonitor::Times HostMonitor::readTimes() const {
    // "cpu user nice system idle iowait irq softirq steal guest guest_nice": guests count as users, too.
    std::ifstream file(m_root / "proc/stat");
    std::string name;
    std::array<uint64_t, 8> ticks{};
    if (!(file >> name) || name != "cpu") return {};
    for (uint64_t& each : ticks)
        if (!(file >> each)) return {};
    Times times;
    for (const uint64_t each : ticks) times.all += each;
    times.busy = times.all - ticks[3] - ticks[4];
    return times;
}

std::optional<int> HostMonitor::readTemperature() const {
    std::optional<int> hottest;
    std::error_code missing;
    for (const auto& sensor : fs::directory_iterator(m_root / "sys/class/hwmon", missing)) {
        std::ifstream named(sensor.path() / "name");
        std::string name;
        if (!(named >> name) || std::ranges::find(processorSensors, name) == processorSensors.end()) continue;
        for (const auto& file : fs::directory_iterator(sensor.path(), missing)) {
            const std::string value = file.path().filename();
            if (!value.starts_with("temp") || !value.ends_with("_input")) continue;
            int thousandths = 0;
            if (std::ifstream(file.path()) >> thousandths)
                hottest = std::max(hottest.value_or(thousandths / 1000), thousandths / 1000);
        }
    }
    return hottest;
}

std::vector<DeviceReading> HostMonitor::read() {
    DeviceReading reading;
    reading.type = DeviceType::Processor;
    const HostMemory memory = readHostMemory(m_root);
    if (memory.totalBytes > 0) {
        reading.totalBytes = memory.totalBytes;
        reading.usedBytes = memory.totalBytes - std::min(memory.totalBytes, memory.availableBytes);
    }
    const Times now = readTimes();
    // Ticks of waiting may go back a little.
    if (m_before.all > 0 && now.all > m_before.all && now.busy >= m_before.busy)
        reading.busyPercent = static_cast<int>(
            std::min<uint64_t>(100, 100 * (now.busy - m_before.busy) / (now.all - m_before.all)));
    m_before = now;
    reading.temperatureC = readTemperature();
    return {reading};
}

}  // namespace hearth
