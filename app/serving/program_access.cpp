#include "serving/program_access.h"

#include <QPointer>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "hearth/access_key.h"
#include "inference/guarded.h"

namespace hearth::app {

namespace {

constexpr int leastPort = 1024, mostPort = 65535, refreshMs = 1000;
const QString keyId = QStringLiteral("other-programs");

}  // namespace

ProgramAccess::ProgramAccess(KeyRing& keys, ServerMaker maker, QObject* parent)
    : QObject(parent), m_keys(keys), m_maker(std::move(maker)) {
    m_timer.setInterval(refreshMs);
    connect(&m_timer, &QTimer::timeout, this, &ProgramAccess::refresh);
}

ProgramAccess::~ProgramAccess() = default;

QString ProgramAccess::address() const {
    return m_server ? QString::fromStdString(m_server->url()) + QStringLiteral("/v1") : QString();
}

void ProgramAccess::restore(bool on, int port, bool needsKey) {
    m_on = on;
    m_number = std::clamp(port, leastPort, mostPort);
    m_needsKey = needsKey;
    reopen();
}

void ProgramAccess::setOn(bool on) {
    if (on == m_on) return;
    m_on = on;
    reopen();
    emit choiceChanged();
}

void ProgramAccess::setPort(int port) {
    port = std::clamp(port, leastPort, mostPort);
    if (port == m_number) return;
    m_number = port;
    reopen();
    emit choiceChanged();
}

void ProgramAccess::setNeedsKey(bool needed) {
    if (needed == m_needsKey) return;
    m_needsKey = needed;
    reopen();
    emit choiceChanged();
}

QString ProgramAccess::model() const {
    if (m_rule && m_models.size() > 1) return QString::fromUtf8(routedModelName);
    return m_models.empty() ? QString() : QString::fromStdString(m_models.front().name);
}

void ProgramAccess::setModels(std::vector<LocalServer::Model> models,
                              const std::optional<RoutingRule>& rule) {
    if (models == m_models && rule == m_rule) return;
    m_models = std::move(models);
    m_rule = rule;
    if (m_server) m_server->setModels(m_models, m_rule);
    emit changed();
}

/// Closes it, and opens it again if it is switched on; if it needs a key, once the key is known.
void ProgramAccess::reopen() {
    m_server.reset();
    m_problem.clear();
    if (!m_on || !m_needsKey || !m_key.isEmpty()) {
        listen(m_number);
        return;
    }
    emit changed();
    m_keys.read(keyId, [self = QPointer(this)](const QByteArray& kept) {
        if (ProgramAccess* access = self.data()) access->takeKey(QString::fromUtf8(kept));
    });
}

/// Takes the key that the keyring has; empty: there is none, and a new one is made.
void ProgramAccess::takeKey(const QString& kept) {
    if (!m_key.isEmpty()) return;
    if (kept.isEmpty())
        makeKey();
    else
        setKey(kept);
}

void ProgramAccess::makeKey() {
    const QString key = QString::fromStdString(newAccessKey());
    m_keys.write(keyId, key.toUtf8());
    setKey(key);
}

void ProgramAccess::setKey(const QString& key) {
    m_key = key;
    m_server.reset();
    listen(m_number);
}

void ProgramAccess::listen(int port) {
    if (m_maker && m_on && (!m_needsKey || !m_key.isEmpty())) {
        LocalServer::Options options;
        options.port = static_cast<uint16_t>(port);
        if (m_needsKey) options.keys.push_back(m_key.toStdString());
        const auto problem = guarded([&] { m_server = m_maker(options); });
        m_problem = problem ? problem->message : QString();
        if (m_server) m_server->setModels(m_models, m_rule);
        // 0 chose one.
        if (m_server) m_number = QUrl(address()).port(m_number);
    }
    refresh();
    emit changed();
}

void ProgramAccess::useAnotherPort() {
    m_server.reset();
    listen(0);
    if (m_server) emit choiceChanged();
}

void ProgramAccess::setWatched(bool watched) {
    if (watched == isWatched()) return;
    watched ? m_timer.start() : m_timer.stop();
    if (watched) refresh();
    emit watchedChanged();
}

void ProgramAccess::refresh() {
    if (!m_server) return;
    m_programs.show(m_server->clients());
    m_requests.show(m_server->log());
}

}  // namespace hearth::app
