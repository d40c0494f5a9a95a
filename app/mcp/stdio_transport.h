#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

#include "mcp/mcp_transport.h"

namespace hearth::app {

/// A server that is a process of its own: a message a line, on its standard input and output. It gets the
/// environment that programs need and what its setup says, no other variables of ours. It ends with this
/// object and with our process, and so does what it has started.
class StdioTransport : public McpTransport {
    Q_OBJECT

public:
    struct Program {
        QString command;  ///< a path, or a name that PATH finds
        QStringList arguments = {};
        QMap<QString, QString> environment = {};
        QString folder = {};  ///< its working folder; empty: the person's home
        /// A program that calls keepProgram(), and so ends all that the server has started even where it
        /// leaves its group, and when our process is killed. Empty: its group alone ends, and with us
        /// the server alone.
        QString keeper = {};
    };

    explicit StdioTransport(Program program, QObject* parent = nullptr);
    ~StdioTransport() override;

    void start() override;
    void send(qint64 id, const QByteArray& message) override;
    void stop() override;

    qint64 processId() const { return m_process.processId(); }

private:
    /// Reason why a command did not start, a sentence for the person who typed it.
    static QString startProblem(const QString& command);
    void read();
    void end(const QString& reason);
    QString lastWords();
    void endGroup();

    Program m_program;
    QProcess m_process;
    qint64 m_group = 0;  ///< of processes: the server and what it has started; 0: there is none
    QByteArray m_line, m_errors;
    bool m_over = false, m_reading = false;
};

}  // namespace hearth::app
