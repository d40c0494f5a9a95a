#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <optional>

#include "hearth/reply_grammar.h"

namespace hearth::app {

/// Asks the engine, off the GUI thread, whether it can enforce a grammar, which may take a while. While one
/// is checked only the last of the following requests waits. GUI thread.
class StructureCheck : public QObject {
    Q_OBJECT

public:
    explicit StructureCheck(QObject* parent = nullptr);

    /// Starts a check. checked() follows, unless another check is requested before.
    void check(const ReplyGrammar& grammar);
    /// Cancels the check; its result is no longer needed.
    void forget();
    bool isRunning() const { return m_running || m_next; }

signals:
    /// `problem`: the engine's sentence; empty: replies can be constrained to it.
    void checked(const QString& problem);

private:
    void run(const ReplyGrammar& grammar);
    void take(const QString& problem);

    bool m_running = false;
    bool m_wanted = false;               ///< the result of the check under way is wanted
    std::optional<ReplyGrammar> m_next;  ///< to be looked at afterwards
    QThreadPool m_pool;                  ///< last: its tasks are waited for first
};

}  // namespace hearth::app
