#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QVariantList>

#include "endpoints/token_prices.h"
#include "store/store.h"

namespace hearth::app {

/// Costs of replies: those of servers at the prices in effect then (the last one, those of the open chat and
/// those of this month), the savings by the cache, and the costs that the replies of this computer would have
/// had at a server's price. Empty until a price is entered. Read from the store when it is shown. GUI thread.
class TokenCosts : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(bool shown READ isShown WRITE setShown NOTIFY changed)
    /// Reason why there is nothing to see, one sentence; empty: there is.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    /// {name, text, why}
    Q_PROPERTY(QVariantList rows READ rows NOTIFY changed)

public:
    explicit TokenCosts(store::Store& store, QObject* parent = nullptr) : QObject(parent), m_store(store) {}

    bool isShown() const { return m_shown; }
    void setShown(bool shown);
    QString note() const { return m_note; }
    QVariantList rows() const { return m_rows; }
    /// The chat that is open, 0 for none.
    void setConversation(qint64 conversationId);
    /// Something was written or entered.
    void refresh();

signals:
    void changed();

private:
    void read();
    void addPaid(const QString& name, const store::TokenSums& sums);
    void addLocal(const QString& name, const store::TokenSums& sums, const TokenPrices& prices,
                  const QString& server);

    store::Store& m_store;
    qint64 m_conversation = 0;
    QString m_note;
    QVariantList m_rows;
    bool m_shown = false;
};

}  // namespace hearth::app
