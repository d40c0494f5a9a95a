#pragma once

#include <QList>
#include <QMetaType>
#include <QString>
#include <string>

#include "hearth/reply_delta.h"
#include "hearth/reply_text.h"

namespace hearth::app {

/// A call of a tool, as far as a reply has it.
struct ReplyCall {
    QString id;  ///< empty: the model gave none
    QString name;
    QString arguments;  ///< a JSON object as text, once it is whole
    bool operator==(const ReplyCall&) const = default;
};

/// Gathers the calls of a reply, and its text without them. For one reply and one thread.
class ReplyCalls {
public:
    void add(const ReplyDelta& delta);
    /// In the order in which they came.
    const QList<ReplyCall>& calls() const noexcept { return m_calls; }
    /// True where there are calls and the arguments of the last one are a whole JSON object.
    bool areWhole() const;
    /// Reasoning and content as ReplyText puts them; blanks before calls are left out.
    QString text() const;
    /// Characters at the end of a text, which this reply continues, that are the beginning of its first call,
    /// with the white space before it.
    int begunIn(const QString& text) const;

private:
    ReplyText m_shown;
    std::string m_text;
    std::string m_firstWritten;  ///< the first call as the model wrote it
    int m_index = -1;            ///< of the last call
    QList<ReplyCall> m_calls;
};

}  // namespace hearth::app

Q_DECLARE_METATYPE(hearth::app::ReplyCall)
