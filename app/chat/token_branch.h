#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QString>

#include "hearth/route.h"
#include "store/store.h"

namespace hearth::app {

class InferenceThread;

/// Begins another reply with the first tokens of one that is there and another token behind them: asks the
/// model for the text of these. GUI thread.
class TokenBranch : public QObject {
    Q_OBJECT

public:
    explicit TokenBranch(InferenceThread& inference, QObject* parent = nullptr);

    /// `made` is how `reply` was made, and goes along as far as `position`. begun() or refused() follows
    /// unless there is no such place. `tokenId` of a server's reply is the number of the alternative.
    /// Of two models as one, `of` made it.
    void begin(const store::Message& reply, store::Generation made, int position, int tokenId,
               RouteTarget of = RouteTarget::Small);

signals:
    /// The new reply as far as it is known, to stand beside the other, and how that part was made.
    void begun(const hearth::app::store::Message& reply, const hearth::app::store::Message& branch,
               const hearth::app::store::Generation& before);
    void refused(const QString& sentence);

private:
    void beginTold(const store::Message& reply, const store::Generation& made, size_t position, int choice);
    void take(quint64 job, const QList<QByteArray>& pieces);
    /// Begins with this text, unless it ends within a character.
    void beginWith(const QByteArray& bytes);
    static QString endsReply();

    InferenceThread& m_inference;
    quint64 m_job = 0;
    store::Message m_reply;
    store::Generation m_before;
};

}  // namespace hearth::app
