#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "endpoints/key_ring.h"
#include "hearth/local_server.h"
#include "serving/program_list.h"
#include "serving/request_list.h"

namespace hearth::app {

/// Makes a server: LocalServer::listen, or another function in tests. Throws Error.
using ServerMaker = std::function<std::unique_ptr<LocalServer>(const LocalServer::Options& options)>;

/// The switch that lets other programs on this computer use the models of the window, with the address, a
/// key, and a list of requests by program. GUI thread; everything given to it, and the host of the models,
/// outlives it.
class ProgramAccess : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// True if it is switched on. It may still not be open; `problem` then gives the reason.
    Q_PROPERTY(bool on READ isOn WRITE setOn NOTIFY changed)
    Q_PROPERTY(bool open READ isOpen NOTIFY changed)
    /// Reason why it is not open, one sentence; empty: it is, or is switched off.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// 1024 to 65535
    Q_PROPERTY(int port READ port WRITE setPort NOTIFY changed)
    /// Address for other programs: "http://127.0.0.1:8080/v1"; empty while it is not open.
    Q_PROPERTY(QString address READ address NOTIFY changed)
    Q_PROPERTY(bool needsKey READ needsKey WRITE setNeedsKey NOTIFY changed)
    /// The key that programs need; empty: none, or it has not been read from the keyring yet.
    Q_PROPERTY(QString key READ key NOTIFY changed)
    /// Name of the model for other programs, "auto" if there are two; empty: none can be used.
    Q_PROPERTY(QString model READ model NOTIFY changed)
    /// True while the lists are shown and therefore updated.
    Q_PROPERTY(bool watched READ isWatched WRITE setWatched NOTIFY watchedChanged)
    Q_PROPERTY(hearth::app::ProgramList* programs READ programs CONSTANT)
    Q_PROPERTY(hearth::app::RequestList* requests READ requests CONSTANT)

public:
    static constexpr int defaultPort = 8080;

    ProgramAccess(KeyRing& keys, ServerMaker maker, QObject* parent = nullptr);
    ~ProgramAccess() override;

    bool isOn() const { return m_on; }
    bool isOpen() const { return m_server != nullptr; }
    QString problem() const { return m_problem; }
    int port() const { return m_number; }
    QString address() const;
    bool needsKey() const { return m_needsKey; }
    QString key() const { return m_needsKey ? m_key : QString(); }
    QString model() const;
    bool isWatched() const { return m_timer.isActive(); }
    ProgramList* programs() { return &m_programs; }
    RequestList* requests() { return &m_requests; }

    void setOn(bool on);
    void setPort(int port);
    void setNeedsKey(bool needed);
    /// As LocalServer::setModels(), also of servers that are opened later.
    void setModels(std::vector<LocalServer::Model> models, const std::optional<RoutingRule>& rule);
    void setWatched(bool watched);
    /// All three at once, as they were kept.
    void restore(bool on, int port, bool needsKey);
    /// Makes a new key; programs can no longer use the old one.
    Q_INVOKABLE void makeKey();
    /// Looks at the figures now.
    Q_INVOKABLE void refresh();
    /// Takes a port that is free.
    Q_INVOKABLE void useAnotherPort();

signals:
    void changed();
    void watchedChanged();
    /// Emitted when what is kept in the settings has changed.
    void choiceChanged();

private:
    void reopen();
    /// 0: any free port.
    void listen(int port);
    void takeKey(const QString& kept);
    void setKey(const QString& key);

    KeyRing& m_keys;
    ServerMaker m_maker;
    bool m_on = false, m_needsKey = false;
    int m_number = defaultPort;
    QString m_key, m_problem;
    std::vector<LocalServer::Model> m_models;
    std::optional<RoutingRule> m_rule;
    std::unique_ptr<LocalServer> m_server;
    ProgramList m_programs;
    RequestList m_requests;
    QTimer m_timer;
};

}  // namespace hearth::app
