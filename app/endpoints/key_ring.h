#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QString>
#include <functional>

namespace hearth::app {

/// Storage for keys of servers: the system's keyring (the Secret Service, KWallet). If there is none, keys
/// are kept in memory until the program ends, and isPersistent() returns false. Never in our own files. GUI
/// thread; answers come through callbacks.
class KeyRing : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void read(const QString& id, std::function<void(const QByteArray& key)> answer);
    /// `done` is told whether the key is kept beyond the end of the program.
    virtual void write(const QString& id, const QByteArray& key, std::function<void(bool kept)> done = {});
    virtual void remove(const QString& id);
    bool isPersistent() const { return m_persistent; }
    /// The keyring has answered, so isPersistent() is no hope but a fact.
    bool isReached() const { return m_reached; }

signals:
    /// Emitted when isPersistent() or isReached() has changed.
    void changed();

protected:
    void setPersistent(bool persistent);
    void setReached(bool reached);
    QHash<QString, QByteArray> m_memory;

private:
    bool m_persistent = false, m_reached = false;
};

/// The system's keyring through QtKeychain.
class SystemKeyRing : public KeyRing {
    Q_OBJECT

public:
    explicit SystemKeyRing(QObject* parent = nullptr);

    void read(const QString& id, std::function<void(const QByteArray& key)> answer) override;
    void write(const QString& id, const QByteArray& key, std::function<void(bool kept)> done = {}) override;
    void remove(const QString& id) override;
};

}  // namespace hearth::app
