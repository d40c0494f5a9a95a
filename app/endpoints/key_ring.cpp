#include "endpoints/key_ring.h"

#include <qt6keychain/keychain.h>

#include <utility>

namespace hearth::app {

namespace {
const QLatin1String service("hearth");
}

void KeyRing::read(const QString& id, std::function<void(const QByteArray& key)> answer) {
    answer(m_memory.value(id));
}

void KeyRing::write(const QString& id, const QByteArray& key, std::function<void(bool kept)> done) {
    if (key.isEmpty())
        m_memory.remove(id);
    else
        m_memory.insert(id, key);
    if (done) done(isPersistent());
}

void KeyRing::remove(const QString& id) {
    m_memory.remove(id);
}

void KeyRing::setPersistent(bool persistent) {
    if (persistent == m_persistent) return;
    m_persistent = persistent;
    emit changed();
}

void KeyRing::setReached(bool reached) {
    if (reached == m_reached) return;
    m_reached = reached;
    emit changed();
}

SystemKeyRing::SystemKeyRing(QObject* parent) : KeyRing(parent) {
    setPersistent(true);
}

void SystemKeyRing::read(const QString& id, std::function<void(const QByteArray& key)> answer) {
    if (m_memory.contains(id) || !isPersistent()) return KeyRing::read(id, answer);
    auto* job = new QKeychain::ReadPasswordJob(service, this);
    job->setInsecureFallback(false);
    job->setKey(id);
    connect(job, &QKeychain::Job::finished, this, [this, id, answer](QKeychain::Job* done) {
        const bool missing = done->error() == QKeychain::EntryNotFound;
        const bool reached = done->error() == QKeychain::NoError || missing;
        if (!reached) setPersistent(false);
        setReached(reached);
        const QByteArray key = static_cast<QKeychain::ReadPasswordJob*>(done)->textData().toUtf8();
        if (!key.isEmpty()) m_memory.insert(id, key);
        answer(key);
    });
    job->start();
}

void SystemKeyRing::write(const QString& id, const QByteArray& key, std::function<void(bool kept)> done) {
    if (key.isEmpty() || !isPersistent()) {
        if (key.isEmpty()) remove(id);
        return KeyRing::write(id, key, std::move(done));
    }
    KeyRing::write(id, key);
    auto* job = new QKeychain::WritePasswordJob(service, this);
    // Never into a plain file.
    job->setInsecureFallback(false);
    job->setKey(id);
    job->setTextData(QString::fromUtf8(key));
    connect(job, &QKeychain::Job::finished, this, [this, done = std::move(done)](QKeychain::Job* ended) {
        const bool kept = ended->error() == QKeychain::NoError;
        setPersistent(kept);
        setReached(kept);
        if (done) done(kept);
    });
    job->start();
}

void SystemKeyRing::remove(const QString& id) {
    KeyRing::remove(id);
    if (!isPersistent()) return;
    auto* job = new QKeychain::DeletePasswordJob(service, this);
    job->setInsecureFallback(false);
    job->setKey(id);
    job->start();
}

}  // namespace hearth::app

#include "moc_key_ring.cpp"
