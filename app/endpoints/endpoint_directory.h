#pragma once

#include <QByteArray>
#include <QHash>
#include <QMutex>
#include <memory>
#include <optional>

#include "endpoints/endpoint.h"
#include "hearth/engine.h"

namespace hearth::app {

/// The servers and their keys as other threads need them. Any thread.
class EndpointDirectory {
public:
    void put(const Endpoint& endpoint, const QByteArray& key);
    void remove(const QString& id);

    /// The engine for "endpoint:ID/MODEL". nullptr: the path is a file's. Throws Error(BadInput) for servers
    /// that are not there (any more).
    std::unique_ptr<Engine> engineFor(const QString& path) const;

private:
    struct Entry {
        Endpoint endpoint;
        QByteArray key;
    };
    mutable QMutex m_lock;
    QHash<QString, Entry> m_entries;
};

}  // namespace hearth::app
