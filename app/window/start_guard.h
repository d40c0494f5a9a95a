#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

namespace store {
class Store;
}

/// Remembers which chat is open, so that one that was open when the program was ended badly twice in a row is
/// not opened by itself again. GUI thread.
class StartGuard : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// The chat that was not opened; empty: none.
    Q_PROPERTY(QString heldBackTitle READ heldBackTitle NOTIFY changed)

public:
    /// So often in a row is enough.
    static constexpr int mostBadEnds = 2;

    explicit StartGuard(store::Store& store, QObject* parent = nullptr);

    /// The chat to open at the start in place of `last`: that, or 0 when it is held back. Call it once.
    qint64 chatToOpen(qint64 last);
    /// This chat is open now; 0: a new one.
    void setOpen(qint64 conversationId);
    /// The program is about to end well.
    void endedWell();

    QString heldBackTitle() const { return m_heldBackTitle; }
    /// Asks for the chat that was held back.
    Q_INVOKABLE void openHeldBack();
    Q_INVOKABLE void forget();

signals:
    void changed();
    void openRequested(qint64 conversationId);

private:
    void write(qint64 conversationId, int badEnds);

    store::Store& m_store;
    qint64 m_suspect = 0;  ///< the chat that m_badEnds is about
    int m_badEnds = 0;
    QString m_heldBackTitle;
};

}  // namespace hearth::app
