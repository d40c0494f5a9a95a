#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QString>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "hearth/job_turn.h"
#include "hearth/machine_check.h"
#include "machine/machine_findings.h"

namespace hearth::app {

/// Function that checks the machine: hearth::checkMachine, or a scripted one in tests. Throws hearth::Error.
using MachineCheckFunction = std::function<MachineReport(const MachineCheckListener&, std::stop_token)>;

/// Facts that the check uses in addition to the engine's devices.
struct MachineSurroundings {
    struct Folder {
        QString path, shown;
    };
    using Keyring = MachineFindings::Keyring;
    /// Name of the processor; empty: not known.
    std::function<QString()> processorName;
    /// Folder of the models.
    std::function<Folder()> folder;
    /// Read speed of files of a folder in bytes a second; 0: there is no file to measure with. Called on the
    /// thread that checks.
    std::function<double(const QString& path, const std::stop_token&)> measureDisk;
    /// Called in the GUI thread; answers there.
    std::function<void(std::function<void(const Keyring&)> answer)> keyring;
    std::shared_ptr<ProcessorTurns> turns = nullptr;  ///< as JobTurn has them
    /// Called on the thread that checks.
    std::function<PictureSandbox(const std::stop_token&)> pictureSandbox = {};
};

/// The settings' doctor: a row for each graphics card, the processor, the operations (and each that is
/// wrong), the disk of the models, the keyring and the sandbox of pictures, and a verdict. The check runs on
/// a thread of its own, gives way to replies, and can be cancelled at once. GUI thread.
class MachineChecker : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(bool running READ isRunning NOTIFY changed)
    /// The step under way, or the verdict of the last check, with its date if it was made in an earlier run;
    /// empty before the first.
    Q_PROPERTY(QString status READ status NOTIFY changed)
    /// True if a check has finished, so that report() has contents.
    Q_PROPERTY(bool finished READ isFinished NOTIFY changed)

public:
    /// `mark`: a Mark; `detail`: a figure at the row's end; `movable`: moving the models would help.
    enum Role { NameRole = Qt::UserRole + 1, ValueRole, DetailRole, MarkRole, MovableRole };
    enum Mark { Unmarked, Good, NeedsYou };
    Q_ENUM(Mark)

    explicit MachineChecker(MachineCheckFunction check, MachineSurroundings around = {},
                            QObject* parent = nullptr);
    ~MachineChecker() override;

    bool isRunning() const { return m_running; }
    bool isFinished() const { return m_finished; }
    QString status() const { return m_status; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    Q_INVOKABLE void start();
    Q_INVOKABLE void cancel();
    /// All rows as lines of text, for a message to a person who helps.
    Q_INVOKABLE QString report() const;
    /// Findings of the last check that finished.
    const MachineFindings& findings() const { return m_findings; }
    /// Shows the findings of an earlier run.
    void restore(const MachineFindings& findings);
    /// Says the same in the language that is spoken now.
    void retranslate();

signals:
    void changed();
    /// Bytes a second that models are read with.
    void diskMeasured(double bytesPerS);
    /// Emitted when a check has finished: findings() have to be kept.
    void found();

private:
    /// Rows stay in this order.
    enum Subject {
        Card,
        Processor,
        Operations,
        WrongOperation,
        DiskOfModels,
        KeyringOfKeys,
        SandboxOfPictures
    };
    struct Row {
        Subject subject = Card;
        QString name{}, value{}, detail{};
        Mark mark = Unmarked;
        bool movable = false;
    };
    void insert(Row row);
    void setStatus(const QString& status);
    void clear();
    void count(const OperationCheck& operation);
    void showAll();
    void showDevice(const DeviceCheck& device);
    void showWrong(const OperationCheck& operation);
    void showSummary();
    void showDisk(const MachineFindings::Disk& disk);
    void showKeyring(const MachineFindings::Keyring& keyring);
    void showSandbox(PictureSandbox sandbox);
    QString verdict() const;
    void finish(const MachineReport& report);
    void conclude();
    void fail(const QString& why);
    /// Runs `work` in the GUI thread, unless another check has begun since.
    template <class Work>
    void post(int check, Work work);

    MachineCheckFunction m_check;
    MachineSurroundings m_around;
    std::vector<Row> m_rows;
    QString m_status;
    QElapsedTimer m_time;
    MachineFindings m_findings;  ///< so far
    bool m_running = false, m_finished = false;
    bool m_earlier = false;  ///< they are of an earlier run
    int m_checkNumber = 0;
    std::jthread m_thread;  ///< last: it ends before the objects that it reports to
};

/// The processor's name as the text of /proc/cpuinfo has it, without trade marks and clock rates.
QString processorName(const QByteArray& cpuinfo);

}  // namespace hearth::app
