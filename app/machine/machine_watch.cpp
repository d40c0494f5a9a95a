#include "machine/machine_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "look/number_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

double shareOf(uint64_t part, uint64_t whole) {
    return whole == 0 ? -1 : std::clamp(static_cast<double>(part) / static_cast<double>(whole), 0.0, 1.0);
}

QString busyText(const DeviceReading& reading) {
    return reading.busyPercent ? MachineWatch::tr("%1 %").arg(*reading.busyPercent) : QString();
}

QString memoryText(const DeviceReading& reading) {
    if (!reading.usedBytes || !reading.totalBytes) return {};
    const NumberText numbers;
    return MachineWatch::tr("%1 of %2")
        .arg(numbers.memory(static_cast<double>(*reading.usedBytes)),
             numbers.memoryWithUnit(static_cast<double>(*reading.totalBytes)));
}

QString temperatureText(const DeviceReading& reading) {
    return reading.temperatureC ? MachineWatch::tr("%1 °C").arg(*reading.temperatureC) : QString();
}

QString powerText(const DeviceReading& reading) {
    if (!reading.powerW) return {};
    const QLocale locale = spokenLocale();
    const QString power = locale.toString(*reading.powerW, 'f', 0);
    return reading.powerLimitW
               ? MachineWatch::tr("%1 of %2 W").arg(power, locale.toString(*reading.powerLimitW, 'f', 0))
               : MachineWatch::tr("%1 W").arg(power);
}

}  // namespace

MachineWatch::MachineWatch(DeviceReaderMaker reader, QString processor, int everyMs, QObject* parent)
    : QAbstractListModel(parent),
      m_reader(std::move(reader)),
      m_processor(std::move(processor)),
      m_everyMs(everyMs) {
}

MachineWatch::~MachineWatch() {
    m_thread.request_stop();
    m_changed.notify_all();
}

void MachineWatch::setWatchedBy(const QString& who, bool watched) {
    if (watched)
        m_watchers.insert(who);
    else
        m_watchers.remove(who);
    {
        const std::scoped_lock lock(m_mutex);
        m_wanted = !m_watchers.isEmpty();
    }
    m_changed.notify_all();
    if (!m_watchers.isEmpty() && !m_thread.joinable() && m_reader)
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void MachineWatch::run(const std::stop_token& stop) {
    const auto reader = m_reader();
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, stop, [this] { return m_wanted; });
            if (stop.stop_requested()) return;
        }
        // It may take long when a card falls off the bus.
        std::vector<DeviceReading> readings = reader();
        const auto now =
            std::chrono::steady_clock::now().time_since_epoch() / std::chrono::milliseconds(m_everyMs);
        QMetaObject::invokeMethod(
            this, [this, readings = std::move(readings), now] { take(readings, now); }, Qt::QueuedConnection);
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, std::chrono::milliseconds(m_everyMs), [] { return false; });
        if (stop.stop_requested()) return;
    }
}

void MachineWatch::take(const std::vector<DeviceReading>& readings, qint64 second) {
    const auto isSame = [](const Device& device, const DeviceReading& reading) {
        return device.now.busId == reading.busId && device.now.name == reading.name;
    };
    const bool sameDevices = readings.size() == m_devices.size() &&
                             std::equal(m_devices.begin(), m_devices.end(), readings.begin(), isSame);
    m_second = second;
    if (!sameDevices) {
        beginResetModel();
        std::vector<Device> devices;
        for (const DeviceReading& reading : readings) {
            const auto before = std::ranges::find_if(
                m_devices, [&](const Device& device) { return isSame(device, reading); });
            devices.push_back(before == m_devices.end() ? Device{reading, {}} : std::move(*before));
        }
        m_devices = std::move(devices);
    }
    for (size_t i = 0; i < readings.size(); ++i) {
        Device& device = m_devices[i];
        device.now = readings[i];
        Sample sample{.second = second};
        if (device.now.busyPercent) sample.busy = std::clamp(*device.now.busyPercent / 100.0, 0.0, 1.0);
        if (device.now.usedBytes && device.now.totalBytes)
            sample.memory = shareOf(*device.now.usedBytes, *device.now.totalBytes);
        device.samples.push_back(sample);
        while (device.samples.front().second <= second - seconds) device.samples.pop_front();
    }
    if (!sameDevices)
        endResetModel();
    else if (!m_devices.empty())
        emit dataChanged(index(0), index(rowCount() - 1));
    emit read();
}

QString MachineWatch::nameOf(const Device& device) const {
    if (!device.now.name.empty()) return QString::fromStdString(device.now.name);
    return m_processor.isEmpty() ? tr("Processor") : m_processor;
}

QStringList MachineWatch::lines() const {
    QStringList all;
    for (const Device& device : m_devices) {
        QStringList parts;
        for (const QString& part : {busyText(device.now), memoryText(device.now), temperatureText(device.now),
                                    powerText(device.now)})
            if (!part.isEmpty()) parts += part;
        if (!parts.isEmpty())
            all += nameOf(device) + QStringLiteral(": ") + parts.join(QStringLiteral(" · "));
    }
    return all;
}

QVariantList MachineWatch::history(const Device& device, double Sample::*value) const {
    QVariantList places(seconds, QVariant(-1.0));
    for (const Sample& sample : device.samples)
        if (const qint64 ago = m_second - sample.second; ago >= 0 && ago < seconds)
            places[static_cast<qsizetype>(seconds - 1 - ago)] = sample.*value;
    return places;
}

int MachineWatch::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_devices.size());
}

QHash<int, QByteArray> MachineWatch::roleNames() const {
    return {{NameRole, "name"},
            {BusyRole, "busy"},
            {MemoryRole, "memory"},
            {TemperatureRole, "temperature"},
            {PowerRole, "power"},
            {BusyHistoryRole, "busyHistory"},
            {MemoryHistoryRole, "memoryHistory"}};
}

QVariant MachineWatch::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Device& device = m_devices[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return nameOf(device);
        case BusyRole:
            return busyText(device.now);
        case MemoryRole:
            return memoryText(device.now);
        case TemperatureRole:
            return temperatureText(device.now);
        case PowerRole:
            return powerText(device.now);
        case BusyHistoryRole:
            return history(device, &Sample::busy);
        case MemoryHistoryRole:
            return history(device, &Sample::memory);
        default:
            return {};
    }
}

}  // namespace hearth::app
