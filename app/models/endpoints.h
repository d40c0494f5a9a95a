#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QTimer>
#include <vector>

#include "endpoints/endpoint.h"
#include "endpoints/endpoint_directory.h"
#include "endpoints/key_ring.h"
#include "http/http_call.h"
#include "store/store.h"

namespace hearth::app {

/// The servers that a person set up, for the models dialog. A server is asked only when it is added, saved or
/// tested. GUI thread.
class Endpoints : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// Storage of the keys: "kept in the keyring", or what else happens to them; empty while that is not
    /// known.
    Q_PROPERTY(QString keyNote READ keyNote NOTIFY keyNoteChanged)

public:
    enum State { Unknown, Asking, Reached, Failed };
    Q_ENUM(State)
    enum Role {
        EndpointIdRole = Qt::UserRole + 1,
        NameRole,
        AddressRole,
        HostRole,
        ProgramRole,
        HasKeyRole,
        StateRole,
        /// "Answered in 14 ms", or the reason why it did not.
        StateTextRole,
        /// "Chats with these models leave this computer for rack.lan."
        NoticeRole,
        /// List of {id, name, facts, path, canChat, shown}
        ModelsRole,
        /// Of a million tokens read and written, as they are typed; empty: none was entered.
        PriceReadRole,
        PriceWrittenRole
    };

    Endpoints(store::Store& store, KeyRing& keys, EndpointDirectory& directory, QObject* parent = nullptr);
    ~Endpoints() override;

    /// The servers that have a key.
    int keyCount() const;
    int count() const { return static_cast<int>(m_rows.size()); }
    QString keyNote() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Adds an empty one; its row.
    Q_INVOKABLE int add();
    /// Keeps the typed values and asks the server for its models. `key`: a new one; null keeps the old.
    /// Returns the reason if it cannot be kept; empty: it is.
    Q_INVOKABLE QString save(int row, const QString& name, const QString& address, const QString& key,
                             bool keyChanged);
    /// Keeps the prices of a million tokens, as they were typed; empty: none. Returns the reason if it
    /// cannot; empty: done.
    Q_INVOKABLE QString setPrices(int row, const QString& read, const QString& written);
    Q_INVOKABLE void test(int row);
    Q_INVOKABLE void remove(int row);
    Q_INVOKABLE void setShown(int row, const QString& model, bool shown);

    struct Choice {
        QString path, name;
        QString server;       ///< Endpoint::label()
        bool isHere = false;  ///< Endpoint::isHere()
        int contextLength = 0;
    };
    /// The models that can be chosen, over all servers.
    std::vector<Choice> choices() const;

signals:
    void countChanged();
    void keyNoteChanged();
    void pricesChanged();
    /// A server has another address or key.
    void saved(const QString& endpointId);
    /// Emitted when choices() may have changed.
    void choicesChanged();

private:
    struct Row {
        Endpoint endpoint;
        QByteArray key;
        State state = Unknown;
        QString stateText;
        HttpCall* call = nullptr;  ///< under way
        QByteArray body;           ///< of its answer
        QElapsedTimer asked;
    };

    void answered(const QString& id);
    void endCall(Row& row);
    void changed(int row);
    void keep();
    int rowOf(const QString& id) const;

    store::Store& m_store;
    KeyRing& m_keys;
    EndpointDirectory& m_directory;
    std::vector<Row> m_rows;
};

}  // namespace hearth::app
