#include "machine/machine_checker.h"

#include <exception>
#include <utility>

#include "hearth/error.h"

namespace hearth::app {

namespace {

QString gigabytes(double bytesPerS) {
    return QString::number(bytesPerS / 1e9, 'f', bytesPerS < 1e11 ? 1 : 0);
}

}  // namespace

MachineChecker::MachineChecker(MachineCheckFunction check, QObject* parent)
    : QAbstractListModel(parent), m_check(std::move(check)) {
}

MachineChecker::~MachineChecker() = default;

int MachineChecker::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QHash<int, QByteArray> MachineChecker::roleNames() const {
    return {{NameRole, "name"}, {ValueRole, "value"}, {BadRole, "bad"}};
}

QVariant MachineChecker::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case NameRole:
            return row.name;
        case ValueRole:
            return row.value;
        case BadRole:
            return row.bad;
        default:
            return {};
    }
}

template <class Work>
void MachineChecker::post(int check, Work work) {
    QMetaObject::invokeMethod(
        this,
        [this, check, work = std::move(work)] {
            if (check == m_checkNumber && m_running) work();
        },
        Qt::QueuedConnection);
}

void MachineChecker::start() {
    if (m_running) return;
    beginResetModel();
    m_rows.clear();
    endResetModel();
    m_running = true;
    m_operations = 0;
    const int number = ++m_checkNumber;
    setStatus(tr("Measuring the memory…"));
    // Assigning joins the last check's thread, which has ended or is about to.
    m_thread = std::jthread([this, number](const std::stop_token& stop) {
        MachineCheckListener listener;
        listener.device = [&](const DeviceCheck& device) {
            post(number, [this, device] { showDevice(device); });
        };
        listener.operation = [&](const OperationCheck& operation) {
            post(number, [this, operation] { showOperation(operation); });
        };
        try {
            MachineReport report = m_check(listener, stop);
            post(number, [this, report = std::move(report)] { finish(report); });
        } catch (const std::exception& error) {
            post(number, [this, why = QString::fromUtf8(error.what())] { fail(why); });
        }
    });
}

void MachineChecker::cancel() {
    if (!m_running) return;
    m_thread.request_stop();
    fail(tr("The check was cancelled."));
}

void MachineChecker::append(Row row) {
    const int at = static_cast<int>(m_rows.size());
    beginInsertRows({}, at, at);
    m_rows.push_back(std::move(row));
    endInsertRows();
}

void MachineChecker::setStatus(const QString& status) {
    m_status = status;
    emit changed();
}

void MachineChecker::showDevice(const DeviceCheck& device) {
    QString value = tr("reads %1 GB/s from its memory").arg(gigabytes(device.readBytesPerS));
    if (device.gpu) {
        value += tr("; compute capability %1.%2, driver for CUDA %3.%4")
                     .arg(device.card.computeMajor)
                     .arg(device.card.computeMinor)
                     .arg(device.card.driverVersion / 1000)
                     .arg(device.card.driverVersion % 1000 / 10);
        value += tr("; %1 GB/s to the card, %2 GB/s back")
                     .arg(gigabytes(device.card.toDeviceBytesPerS), gigabytes(device.card.toHostBytesPerS));
    }
    append({QString::fromStdString(device.name), value, false});
}

void MachineChecker::showOperation(const OperationCheck& operation) {
    ++m_operations;
    setStatus(tr("Checked %1 operations").arg(m_operations));
    if (operation.passed()) return;
    append({QString::fromStdString(operation.name),
            operation.failure.empty() ? tr("wrong by %1, allowed %2")
                                            .arg(operation.error, 0, 'g', 2)
                                            .arg(operation.tolerance, 0, 'g', 2)
                                      : QString::fromStdString(operation.failure),
            true});
}

void MachineChecker::finish(const MachineReport& report) {
    for (const DeviceCheck& device : report.devices)
        if (!device.failure.empty())
            append({QString::fromStdString(device.name), QString::fromStdString(device.failure), true});
    if (!report.noGpuReason.empty())
        append({tr("Graphics card"), QString::fromStdString(report.noGpuReason), false});
    m_running = false;
    setStatus(
        report.healthy()
            ? tr("All %1 operations agree with their plain reference.").arg(m_operations)
            : tr("Some operations are wrong on this machine. Run on another device, or update its driver."));
}

void MachineChecker::fail(const QString& why) {
    m_running = false;
    setStatus(why);
}

}  // namespace hearth::app
