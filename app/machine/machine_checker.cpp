#include "machine/machine_checker.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "inference/message_translation.h"
#include "look/spoken_locale.h"
#include "machine/disk_speed.h"
#include "machine/sandbox_note.h"

namespace hearth::app {

namespace {

/// Labels of the details of devices. Other labels stay as their backend reports them.
[[maybe_unused]] constexpr std::array detailLabels{QT_TRANSLATE_NOOP("MachineChecker", "compute capability"),
                                                   QT_TRANSLATE_NOOP("MachineChecker", "driver for CUDA")};

QString deviceFacts(const DeviceCheck& device) {
    const DeviceInfo& info = device.info;
    const QString opened = translated(device.device);
    QString facts = opened.isEmpty() ? QString::fromStdString(info.name) : opened;
    const auto append = [&facts](const QString& fact) {
        facts = QCoreApplication::translate("MachineChecker", "%1, %2").arg(facts, fact);
    };
    if (info.memoryBytes != 0)
        append(
            QCoreApplication::translate("MachineChecker", "%1 GB")
                .arg(spokenLocale().toString(static_cast<double>(info.memoryBytes) / (1ULL << 30U), 'f', 1)));
    for (const DeviceDetail& detail : info.details)
        if (!detail.label.empty())
            append(QCoreApplication::translate("MachineChecker", detail.label.c_str()) + u' ' +
                   QString::fromStdString(detail.value));
    return facts;
}

/// "Graphics card" and the like; for other devices the name of their backend.
QString deviceKind(DeviceType type, const QString& title) {
    switch (type) {
        case DeviceType::Processor:
            return MachineChecker::tr("Processor");
        case DeviceType::GraphicsCard:
            return MachineChecker::tr("Graphics card");
        case DeviceType::Accelerator:
            break;
    }
    return title;
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

void MachineChecker::clear() {
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void MachineChecker::start() {
    if (m_running) return;
    clear();
    m_running = true;
    m_finished = m_earlier = false;
    m_findings = {};
    m_time.start();
    const int number = ++m_checkNumber;
    setStatus(tr("Measuring the memory…"));
    if (m_around.processorName) m_findings.processor = m_around.processorName();
    // Assigning joins the last check's thread, which has ended or is about to.
    const MachineSurroundings::Folder folder =
        m_around.folder ? m_around.folder() : MachineSurroundings::Folder();
    m_thread = std::jthread([this, number, folder](const std::stop_token& stop) {
        JobTurn turn(m_around.turns, stop);
        MachineCheckListener listener;
        listener.device = [&](const DeviceCheck& device) {
            post(number, [this, device] {
                m_findings.devices.push_back(device);
                showDevice(device);
            });
            turn.giveWay();
        };
        listener.operation = [&](const OperationCheck& operation) {
            post(number, [this, operation] { count(operation); });
            turn.giveWay();
        };
        try {
            turn.giveWay();
            MachineReport report = m_check(listener, stop);
            turn.leave();
            if (m_around.measureDisk)
                post(number, [this, disk = MachineFindings::Disk{folder.shown,
                                                                 m_around.measureDisk(folder.path, stop)}] {
                    m_findings.disk = disk;
                    showDisk(disk);
                    if (disk.bytesPerS > 0) emit diskMeasured(disk.bytesPerS);
                });
            if (m_around.pictureSandbox)
                post(number, [this, sandbox = m_around.pictureSandbox(stop)] {
                    m_findings.pictures = sandbox;
                    showSandbox(sandbox);
                });
            post(number, [this, report = std::move(report)] { finish(report); });
        } catch (const std::exception& error) {
            post(number, [this, why = translated(error)] { fail(why); });
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
    const double rate = device.bandwidth.read;
    const QString read = rate > 0 ? tr("reads %1").arg(rateText(rate)) : QString();
    const bool processor = device.type == DeviceType::Processor;
    const QString facts = deviceFacts(device);
    const bool named = processor && !m_findings.processor.isEmpty();
    insert({processor ? Processor : Card, deviceKind(device.type, QString::fromStdString(device.title)),
            named ? m_findings.processor + QStringLiteral(", ") + facts : facts, read, Good});
}

void MachineChecker::count(const OperationCheck& operation) {
    ++m_findings.operations;
    setStatus(tr("Checked %1 operations").arg(m_findings.operations));
    if (operation.passed()) return;
    m_findings.wrong.push_back(operation);
    showWrong(operation);
}

void MachineChecker::showWrong(const OperationCheck& operation) {
    insert(
        {WrongOperation,
         QString::fromStdString(operation.name),
         operation.failure.isEmpty()
             ? tr("off by %1, %2 allowed").arg(operation.error, 0, 'g', 2).arg(operation.tolerance, 0, 'g', 2)
             : translated(operation.failure),
         {},
         NeedsYou});
}

void MachineChecker::showSummary() {
    for (const DeviceCheck& device : m_findings.failed)
        insert({device.type == DeviceType::Processor ? Processor : Card,
                QString::fromStdString(device.info.name),
                translated(device.failure),
                {},
                NeedsYou});
    for (const MachineFindings::Missing& missing : m_findings.missing)
        insert({Card, deviceKind(missing.type, missing.title), translated(missing.reason)});
    if (m_findings.operations == 0) return;
    const bool good = m_findings.wrong.empty();
    const QString figures =
        good ? tr("%1 of %2 match the reference")
             : tr("%1 of %2 match the reference. Use another device, or update its driver.");
    insert({Operations,
            tr("Operations"),
            figures.arg(m_findings.operations - static_cast<int>(m_findings.wrong.size()))
                .arg(m_findings.operations),
            {},
            good ? Good : NeedsYou});
}

void MachineChecker::showDisk(const MachineFindings::Disk& disk) {
    if (disk.bytesPerS <= 0) {
        insert({DiskOfModels, tr("Disk"), tr("No model in %1 to measure with").arg(disk.folder)});
        return;
    }
    constexpr double example = 5e9;
    const QString seconds = spokenLocale().toString(std::max(1.0, example / disk.bytesPerS), 'f', 0);
    const bool slow = disk.bytesPerS < slowDiskBytesPerS;
    const QString value = slow ? tr("%1, a slow disk: a 5 GB model takes %2 s to load")
                               : tr("%1: a 5 GB model takes %2 s to load");
    insert({DiskOfModels, tr("Disk"), value.arg(disk.folder, seconds),
            tr("reads %1").arg(rateText(disk.bytesPerS)), slow ? NeedsYou : Good, slow});
}

void MachineChecker::showKeyring(const MachineFindings::Keyring& keyring) {
    const QString keys = keyring.keys == 0   ? tr("no key kept")
                         : keyring.keys == 1 ? tr("one key kept")
                                             : tr("%1 keys kept").arg(keyring.keys);
    if (keyring.reached)
        insert({KeyringOfKeys, tr("Keyring"), tr("Reachable; %1").arg(keys), {}, Good});
    else
        // A person who has no server with a key does not need a keyring.
        insert({KeyringOfKeys,
                tr("Keyring"),
                tr("Not available; server keys are kept until Hearth closes"),
                {},
                keyring.keys == 0 ? Unmarked : NeedsYou});
}

void MachineChecker::showSandbox(PictureSandbox sandbox) {
    insert({SandboxOfPictures,
            tr("Sandbox for pictures"),
            SandboxNote::textOf(sandbox),
            {},
            SandboxNote::isWeak(sandbox)       ? NeedsYou
            : sandbox == PictureSandbox::Whole ? Good
                                               : Unmarked});
}

void MachineChecker::finish(const MachineReport& report) {
    for (const DeviceCheck& device : report.devices)
        if (!device.failure.isEmpty()) m_findings.failed.push_back(device);
    for (const MissingDevice& missing : report.missing)
        m_findings.missing.push_back({.title = QString::fromStdString(missing.title),
                                      .type = missing.type,
                                      .reason = missing.reason.message()});
    showSummary();
    if (!m_around.keyring) return conclude();
    m_around.keyring([this, number = m_checkNumber](const MachineSurroundings::Keyring& keyring) {
        post(number, [this, keyring] {
            m_findings.keyring = keyring;
            showKeyring(keyring);
            conclude();
        });
    });
}

void MachineChecker::conclude() {
    m_findings.at = QDateTime::currentDateTime();
    m_findings.seconds = static_cast<double>(m_time.elapsed()) / 1000;
    m_running = false;
    m_finished = true;
    setStatus(verdict());
    emit found();
}

QString MachineChecker::verdict() const {
    const auto wrong = static_cast<qsizetype>(m_findings.wrong.size());
    const auto needing = std::ranges::count(m_rows, NeedsYou, &Row::mark) - wrong;
    const QString needs = needing == 0   ? tr("no problems found")
                          : needing == 1 ? tr("one problem")
                                         : tr("%1 problems").arg(needing);
    const QString when = m_earlier ? spokenLocale().toString(m_findings.at, QLocale::ShortFormat)
                                   : spokenLocale().toString(m_findings.at.time(), QLocale::ShortFormat);
    return (m_earlier ? tr("As of %1: %2 checks in %3 s, %4") : tr("Checked at %1, %2 checks in %3 s, %4"))
        .arg(when, spokenLocale().toString(m_findings.operations),
             spokenLocale().toString(m_findings.seconds, 'f', 1), needs);
}

void MachineChecker::showAll() {
    clear();
    for (const DeviceCheck& device : m_findings.devices) showDevice(device);
    for (const OperationCheck& operation : m_findings.wrong) showWrong(operation);
    showSummary();
    if (m_findings.disk) showDisk(*m_findings.disk);
    if (m_findings.keyring) showKeyring(*m_findings.keyring);
    if (m_findings.pictures) showSandbox(*m_findings.pictures);
    setStatus(verdict());
}

void MachineChecker::restore(const MachineFindings& findings) {
    if (m_running) return;
    m_findings = findings;
    m_finished = m_earlier = true;
    showAll();
}

void MachineChecker::retranslate() {
    if (m_finished) showAll();
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
