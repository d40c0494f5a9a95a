#include "machine/machine_checker.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTime>
#include <algorithm>
#include <exception>
#include <utility>

#include "inference/spoken_problem.h"
#include "look/spoken_locale.h"
#include "machine/disk_speed.h"

namespace hearth::app {

namespace {

QString cardFacts(const DeviceCheck& device) {
    const DeviceCheck::Card& card = device.card;
    return QCoreApplication::translate("MachineChecker",
                                       "%1, %2 GB, compute capability %3, driver for CUDA %4")
        .arg(QString::fromStdString(device.name),
             spokenLocale().toString(static_cast<double>(card.memoryBytes) / (1ULL << 30U), 'f', 1),
             QStringLiteral("%1.%2").arg(card.computeMajor).arg(card.computeMinor),
             QStringLiteral("%1.%2").arg(card.driverVersion / 1000).arg(card.driverVersion % 1000 / 10));
}

}  // namespace

QString processorName(const QByteArray& cpuinfo) {
    static const QRegularExpression line(QStringLiteral("^model name\\s*:\\s*(.+)$"),
                                         QRegularExpression::MultilineOption);
    static const QRegularExpression noise(
        QStringLiteral("\\((?:R|TM|r|tm)\\)| CPU\\b| Processor\\b|\\s*@.*$|\\s+\\d+-Core\\b"));
    return line.match(QString::fromUtf8(cpuinfo)).captured(1).remove(noise).simplified();
}

MachineChecker::MachineChecker(MachineCheckFunction check, MachineSurroundings around, QObject* parent)
    : QAbstractListModel(parent), m_check(std::move(check)), m_around(std::move(around)) {
}

MachineChecker::~MachineChecker() = default;

int MachineChecker::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QHash<int, QByteArray> MachineChecker::roleNames() const {
    return {{NameRole, "name"},
            {ValueRole, "value"},
            {DetailRole, "detail"},
            {MarkRole, "mark"},
            {MovableRole, "movable"}};
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
        case DetailRole:
            return row.detail;
        case MarkRole:
            return row.mark;
        case MovableRole:
            return row.movable;
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
    m_finished = false;
    m_operations = m_wrong = 0;
    m_time.start();
    const int number = ++m_checkNumber;
    setStatus(tr("Measuring the memory…"));
    // Assigning joins the last check's thread, which has ended or is about to.
    const MachineSurroundings::Folder folder =
        m_around.folder ? m_around.folder() : MachineSurroundings::Folder();
    m_thread = std::jthread([this, number, folder](const std::stop_token& stop) {
        MachineCheckListener listener;
        listener.device = [&](const DeviceCheck& device) {
            post(number, [this, device] { showDevice(device); });
        };
        listener.operation = [&](const OperationCheck& operation) {
            post(number, [this, operation] { showOperation(operation); });
        };
        try {
            MachineReport report = m_check(listener, stop);
            if (m_around.measureDisk)
                post(number, [this, folder, rate = m_around.measureDisk(folder.path, stop)] {
                    showDisk(folder.shown, rate);
                });
            post(number, [this, report = std::move(report)] { finish(report); });
        } catch (const std::exception& error) {
            post(number, [this, why = spokenProblem(QString::fromUtf8(error.what()))] { fail(why); });
        }
    });
}

void MachineChecker::cancel() {
    if (!m_running) return;
    m_thread.request_stop();
    fail(tr("The check was cancelled."));
}

void MachineChecker::insert(Row row) {
    const auto place = std::upper_bound(m_rows.begin(), m_rows.end(), row,
                                        [](const Row& a, const Row& b) { return a.subject < b.subject; });
    const int at = static_cast<int>(place - m_rows.begin());
    beginInsertRows({}, at, at);
    m_rows.insert(place, std::move(row));
    endInsertRows();
}

void MachineChecker::setStatus(const QString& status) {
    m_status = status;
    emit changed();
}

void MachineChecker::showDevice(const DeviceCheck& device) {
    const QString read =
        device.readBytesPerS > 0 ? tr("reads %1").arg(rateText(device.readBytesPerS)) : QString();
    if (device.gpu) {
        insert({Card, tr("Graphics card"), cardFacts(device), read, Good});
        return;
    }
    const QString threads = spokenDevice(QString::fromStdString(device.name));
    const QString name = m_around.processorName ? m_around.processorName() : QString();
    insert({Processor, tr("Processor"), name.isEmpty() ? threads : name + QStringLiteral(", ") + threads,
            read, Good});
}

void MachineChecker::showOperation(const OperationCheck& operation) {
    ++m_operations;
    setStatus(tr("Checked %1 operations").arg(m_operations));
    if (operation.passed()) return;
    ++m_wrong;
    insert({WrongOperation,
            QString::fromStdString(operation.name),
            operation.failure.empty() ? tr("wrong by %1, allowed %2")
                                            .arg(operation.error, 0, 'g', 2)
                                            .arg(operation.tolerance, 0, 'g', 2)
                                      : QString::fromStdString(operation.failure),
            {},
            NeedsYou});
}

void MachineChecker::showOperations() {
    if (m_operations == 0) return;
    const QString figures =
        m_wrong == 0
            ? tr("%1 of %2 agree with their plain reference").arg(m_operations - m_wrong).arg(m_operations)
            : tr("%1 of %2 agree with their plain reference. Run on another device, or update its "
                 "driver.")
                  .arg(m_operations - m_wrong)
                  .arg(m_operations);
    insert({Operations, tr("Operations"), figures, {}, m_wrong == 0 ? Good : NeedsYou});
}

void MachineChecker::showDisk(const QString& folder, double bytesPerS) {
    if (bytesPerS <= 0) {
        insert({DiskOfModels, tr("Disk"), tr("No model in %1 to measure with").arg(folder)});
        return;
    }
    constexpr double example = 5e9;
    const QString seconds = spokenLocale().toString(std::max(1.0, example / bytesPerS), 'f', 0);
    const bool slow = bytesPerS < slowDiskBytesPerS;
    const QString value = slow ? tr("%1 lies on a slow disk, so a model of 5 GB takes %2 s to load")
                               : tr("%1, a model of 5 GB takes %2 s to load");
    insert({DiskOfModels, tr("Disk"), value.arg(folder, seconds), tr("reads %1").arg(rateText(bytesPerS)),
            slow ? NeedsYou : Good, slow});
    emit diskMeasured(bytesPerS);
}

void MachineChecker::showKeyring(const MachineSurroundings::Keyring& keyring) {
    const QString keys = keyring.keys == 0   ? tr("no key kept")
                         : keyring.keys == 1 ? tr("one key kept")
                                             : tr("%1 keys kept").arg(keyring.keys);
    if (keyring.reached)
        insert({KeyringOfKeys, tr("Keyring"), tr("Reachable; %1").arg(keys), {}, Good});
    else
        // Nobody misses it who has no server with a key.
        insert({KeyringOfKeys,
                tr("Keyring"),
                tr("None answers; keys of servers are kept until Hearth ends"),
                {},
                keyring.keys == 0 ? Unmarked : NeedsYou});
}

void MachineChecker::finish(const MachineReport& report) {
    for (const DeviceCheck& device : report.devices)
        if (!device.failure.empty())
            insert({device.gpu ? Card : Processor,
                    QString::fromStdString(device.name),
                    spokenReason(QString::fromStdString(device.failure)),
                    {},
                    NeedsYou});
    if (!report.noGpuReason.empty())
        insert({Card, tr("Graphics card"), spokenReason(QString::fromStdString(report.noGpuReason))});
    showOperations();
    if (!m_around.keyring) return conclude();
    m_around.keyring([this, number = m_checkNumber](const MachineSurroundings::Keyring& keyring) {
        post(number, [this, keyring] {
            showKeyring(keyring);
            conclude();
        });
    });
}

void MachineChecker::conclude() {
    const auto needing = std::ranges::count(m_rows, NeedsYou, &Row::mark) - (m_wrong > 0 ? m_wrong : 0);
    const QString verdict = needing == 0   ? tr("nothing needs you")
                            : needing == 1 ? tr("one needs you")
                                           : tr("%1 need you").arg(needing);
    m_running = false;
    m_finished = true;
    setStatus(tr("Checked at %1, %2 checks in %3 s, %4")
                  .arg(spokenLocale().toString(QTime::currentTime(), QLocale::ShortFormat),
                       spokenLocale().toString(m_operations),
                       spokenLocale().toString(static_cast<double>(m_time.elapsed()) / 1000, 'f', 1),
                       verdict));
}

QString MachineChecker::report() const {
    QString text = QStringLiteral("Hearth %1\n%2\n").arg(QCoreApplication::applicationVersion(), m_status);
    for (const Row& row : m_rows) {
        const QString mark = row.mark == NeedsYou ? QStringLiteral("! ") : QStringLiteral("  ");
        text += mark + row.name + QStringLiteral(": ") + row.value;
        text += row.detail.isEmpty() ? QStringLiteral("\n") : QStringLiteral(" (%1)\n").arg(row.detail);
    }
    return text;
}

void MachineChecker::fail(const QString& why) {
    m_running = false;
    setStatus(why);
}

}  // namespace hearth::app
