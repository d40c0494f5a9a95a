#pragma once

#include <QString>
#include <stdexcept>

#include "store/records.h"

namespace hearth::app {

/// A conversation on its way in or out of Hearth.
using ExchangedConversation = store::ConversationCopy;

/// Reason why a file was not imported; one sentence for people.
class ImportError : public std::runtime_error {
public:
    explicit ImportError(const QString& message)
        : std::runtime_error(message.toStdString()), m_message(message) {}
    QString message() const { return m_message; }

private:
    QString m_message;
};

}  // namespace hearth::app
