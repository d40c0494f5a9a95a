#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <functional>
#include <thread>
#include <vector>

#include "hearth/machine_check.h"

namespace hearth::app {

/// What checks the machine: hearth::checkMachine, or a scripted one in tests. Throws hearth::Error.
using MachineCheckFunction = std::function<MachineReport(const MachineCheckListener&, std::stop_token)>;

/// The settings' button "Check this machine": every device with its speed, every operation that is wrong, and
/// a verdict. The check runs on a thread of its own and can be cancelled at once. GUI thread.
class MachineChecker : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by Application")
    Q_PROPERTY(bool running READ isRunning NOTIFY changed)
    /// What is being done, or the verdict of the last check; empty before the first.
    Q_PROPERTY(QString status READ status NOTIFY changed)

public:
    enum Role { NameRole = Qt::UserRole + 1, ValueRole, BadRole };

    explicit MachineChecker(MachineCheckFunction check, QObject* parent = nullptr);
    ~MachineChecker() override;

    bool isRunning() const { return m_running; }
    QString status() const { return m_status; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    Q_INVOKABLE void start();
    Q_INVOKABLE void cancel();

signals:
    void changed();

private:
    struct Row {
        QString name, value;
        bool bad = false;
    };
    void append(Row row);
    void setStatus(const QString& status);
    void showDevice(const DeviceCheck& device);
    void showOperation(const OperationCheck& operation);
    void finish(const MachineReport& report);
    void fail(const QString& why);
    /// Runs `work` in the GUI thread, unless another check has begun since.
    template <class Work>
    void post(int check, Work work);

    MachineCheckFunction m_check;
    std::vector<Row> m_rows;
    QString m_status;
    bool m_running = false;
    int m_checkNumber = 0, m_operations = 0;
    std::jthread m_thread;  ///< last: it ends before what it reports to
};

}  // namespace hearth::app
