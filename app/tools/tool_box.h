#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <vector>

#include "tools/tool_provider.h"

namespace hearth::app {

/// The tools of all providers under names that are unique, and their calls, each bounded in time and in what
/// it gives back. GUI thread.
class ToolBox : public QObject {
    Q_OBJECT

public:
    /// A tool as models know it.
    struct Tool {
        QString name;  ///< unique: letters, digits, _ and -, at most 64 of them
        ToolDescription description;
        QString providerId, permissionId;
        /// By which permissions know it, see ToolProvider::permissionId().
        QString permission() const { return permissionId + u'/' + description.name; }
        /// By which other settings know it, whatever other tools there are: "mcp:NAME/TOOL".
        QString key() const { return providerId + u'/' + description.name; }
    };
    /// A tool that cannot be offered.
    struct LeftOut {
        QString name, source;
        QString reason;  ///< one sentence
    };
    struct Limits {
        int callMs = 60'000;
        qsizetype resultCharacters = 50'000;
        size_t tools = 128;                                             ///< of each provider
        qsizetype schemaBytes = 65'536, descriptionCharacters = 4'096;  ///< of each tool
    };

    explicit ToolBox(QObject* parent = nullptr);
    explicit ToolBox(Limits limits, QObject* parent = nullptr);
    ~ToolBox() override;

    /// The provider is not owned, and leaves by itself when it is destroyed: its calls fail. Of two tools
    /// with one name the one that was there first keeps it; the other has its provider's name in front.
    void add(ToolProvider& provider);
    void remove(ToolProvider& provider);
    const std::vector<ToolProvider*>& providers() const { return m_providers; }

    const std::vector<Tool>& tools() const { return m_tools; }
    const std::vector<LeftOut>& leftOut() const { return m_leftOut; }
    /// By its unique name; nullptr: there is none.
    const Tool* find(const QString& name) const;

    /// Calls a tool by its unique name with the arguments that a model wrote; finished() follows in any case,
    /// never before this returns: with why it failed where there is no such tool, the arguments are no JSON
    /// object, or the time is over.
    quint64 call(const QString& name, const QString& arguments);
    /// Nothing is heard of it afterwards.
    void cancel(quint64 id);

signals:
    void toolsChanged();
    void finished(quint64 id, const hearth::app::ToolResult& result);

private:
    struct Call {
        ToolProvider* provider = nullptr;
        QTimer* timer = nullptr;
    };
    void gather();
    void gatherFrom(const ToolProvider& provider);
    QString uniqueName(const QString& name, const ToolProvider& provider) const;
    void forget(QObject* provider);
    void fail(quint64 id, const QString& reason);
    void end(quint64 id, ToolResult result);

    Limits m_limits;
    std::vector<ToolProvider*> m_providers;
    std::vector<Tool> m_tools;
    std::vector<LeftOut> m_leftOut;
    QHash<quint64, Call> m_calls;
    quint64 m_lastId = 0;
};

}  // namespace hearth::app
