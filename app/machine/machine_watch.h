#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QSet>
#include <QString>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "hearth/device_monitor.h"

namespace hearth::app {

/// Makes the function that reads all devices. Both are called on a thread of their own.
using DeviceReaderMaker = std::function<std::function<std::vector<DeviceReading>()>()>;

/// Activity of the processor and the graphics cards, a row each, with its last two minutes. Read once a
/// second, and only while it is shown or a reply is written, because reading keeps a card from sleeping. GUI
/// thread.
class MachineWatch : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// All devices in a line each; empty while nothing has been read.
    Q_PROPERTY(QStringList lines READ lines NOTIFY read)

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        BusyRole,           ///< "43 %"; this and the next three: empty if the device does not report it
        MemoryRole,         ///< "3.1 of 80.0 GB"
        TemperatureRole,    ///< "61 °C"
        PowerRole,          ///< "120 of 450 W"
        BusyHistoryRole,    ///< `seconds` numbers from 0 to 1, the newest last; -1: not known
        MemoryHistoryRole,  ///< the same
    };
    static constexpr int seconds = 120;

    /// `processor`: its name. `everyMs`: between two readings.
    explicit MachineWatch(DeviceReaderMaker reader, QString processor, int everyMs = 1000,
                          QObject* parent = nullptr);
    ~MachineWatch() override;

    /// Called when a viewer appears or disappears.
    Q_INVOKABLE void setWatchedBy(const QString& who, bool watched);
    QStringList lines() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

signals:
    void read();

private:
    struct Sample {
        qint64 second = 0;
        double busy = -1, memory = -1;  ///< 0 to 1
    };
    struct Device {
        DeviceReading now;
        std::deque<Sample> samples;  ///< of the last `seconds`
    };
    void run(const std::stop_token& stop);
    void take(const std::vector<DeviceReading>& readings, qint64 second);
    QString nameOf(const Device& device) const;
    QVariantList history(const Device& device, double Sample::*value) const;

    const DeviceReaderMaker m_reader;
    const QString m_processor;
    const int m_everyMs;
    std::vector<Device> m_devices;
    qint64 m_second = 0;  ///< of the last reading
    QSet<QString> m_watchers;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_wanted = false;
    std::jthread m_thread;  ///< last: it ends before the members that it uses
};

}  // namespace hearth::app
