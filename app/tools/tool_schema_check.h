#pragma once

#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QThreadPool>

namespace hearth::app {

class ToolBox;

/// Finds out, for the log, what of the schemas of tools the calls of models are not held to: once for each
/// tool and schema, beside the GUI thread, since a schema may take a while. GUI thread.
class ToolSchemaCheck : public QObject {
    Q_OBJECT

public:
    /// The tools outlive this.
    explicit ToolSchemaCheck(const ToolBox& tools, QObject* parent = nullptr);
    /// Waits for the schema that is being looked at.
    ~ToolSchemaCheck() override;

signals:
    /// A part of a tool's schema is left out. `sentence` names the tool, the property and the keyword.
    void leftOut(const QString& sentence);

private:
    void check();
    void tell(const QStringList& sentences);

    const ToolBox& m_tools;
    QSet<QByteArray> m_known;  ///< names and schemas that were looked at
    QThreadPool m_pool;        ///< last: what it runs is waited for first
};

}  // namespace hearth::app
