#include "endpoints/endpoint_directory.h"

#include <QCoreApplication>
#include <QMutexLocker>

#include "endpoints/remote_engine.h"
#include "hearth/error.h"

namespace hearth::app {

void EndpointDirectory::put(const Endpoint& endpoint, const QByteArray& key) {
    const QMutexLocker locker(&m_lock);
    m_entries.insert(endpoint.id, {endpoint, key});
}

void EndpointDirectory::remove(const QString& id) {
    const QMutexLocker locker(&m_lock);
    m_entries.remove(id);
}

std::unique_ptr<Engine> EndpointDirectory::engineFor(const QString& path) const {
    const auto wanted = readEndpointPath(path);
    if (!wanted) return nullptr;
    const QMutexLocker locker(&m_lock);
    const auto found = m_entries.constFind(wanted->endpointId);
    if (found == m_entries.constEnd() || !found->endpoint.address.isValid())
        throw Error(ErrorCode::BadInput,
                    QCoreApplication::translate(
                        "Endpoints", "The server of this model is no longer set up. Choose another model.")
                        .toStdString());
    return std::make_unique<RemoteEngine>(found->endpoint, found->key, wanted->model);
}

}  // namespace hearth::app
