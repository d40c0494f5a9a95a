#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "inspector/attention_look.h"
#include "inspector/picture_tokens.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;
class InferenceThread;

/// Attention of a token of a reply, or of its exact prompt: the share of each earlier token, for all layers
/// together, one layer or one head. Its rows are the strongest links. The model computes it on request, and
/// it is kept until another token is asked for. GUI thread.
class AttentionView : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ReplyInspector")
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// The token looked at, from 0, of the reply or its prompt; -1: none.
    Q_PROPERTY(int token READ token NOTIFY changed)
    Q_PROPERTY(QString piece READ piece NOTIFY changed)
    Q_PROPERTY(bool running READ isRunning NOTIFY changed)
    /// There are shares to see.
    Q_PROPERTY(bool ready READ isReady NOTIFY changed)
    /// Reason why there are none, one sentence.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// Notes on the chosen layer: sentences, or empty.
    Q_PROPERTY(QString note READ note NOTIFY changed)
    /// Choices; the first is all of them together.
    Q_PROPERTY(QStringList layers READ layers NOTIFY choicesChanged)
    Q_PROPERTY(QStringList heads READ heads NOTIFY choicesChanged)
    /// The chosen layer and head. There are no single heads for all layers together.
    Q_PROPERTY(int layer READ layer WRITE setLayer NOTIFY changed)
    Q_PROPERTY(int head READ head WRITE setHead NOTIFY changed)
    /// Incremented whenever strengthOf() may have changed.
    Q_PROPERTY(int revision READ revision NOTIFY changed)
    /// The pictures of the prompt, from when a token is looked at.
    Q_PROPERTY(hearth::app::PictureTokens* pictures READ pictures CONSTANT)

public:
    enum Role { PieceRole = Qt::UserRole + 1, PlaceRole, ShareRole, StrengthRole };

    static constexpr int maxRows = 10;

    AttentionView(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                  QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_strongest.size()); }
    int token() const { return m_token; }
    QString piece() const;
    bool isRunning() const { return m_look != nullptr; }
    bool isReady() const { return m_answer != nullptr; }
    PictureTokens* pictures() { return &m_pictures; }
    QString problem() const { return m_problem; }
    QString note() const;
    QStringList layers() const;
    QStringList heads() const;
    int layer() const { return m_layer; }
    void setLayer(int layer);
    int head() const { return m_head; }
    void setHead(int head);
    int revision() const { return m_revision; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Shows another reply; earlier results are dropped.
    void setMessage(qint64 messageId);
    /// Looks at a token of the reply, or of its exact prompt; -1: at none.
    Q_INVOKABLE void look(int token, bool inPrompt);
    /// Brightness of a token of the reply or the prompt, 0 to 1. 1 is the strongest of all except the token
    /// itself and the first one, which often gets most of the attention when there is nothing to attend to.
    Q_INVOKABLE double strengthOf(int token, bool inPrompt) const;

signals:
    void changed();
    void choicesChanged();

private:
    void take(std::shared_ptr<const AttentionLook::Answer> answer);
    /// There is nothing to see, for this reason, or because nothing is asked.
    void refuse(const QString& problem);
    void sum();
    const LayerAttention* chosenLayer() const;
    QString placeOf(size_t position) const;

    store::Store& m_store;
    InferenceThread& m_inference;
    const EngineStatus& m_engine;
    qint64 m_messageId = 0;
    int m_token = -1, m_layer = 0, m_head = 0, m_revision = 0;
    bool m_inPrompt = false;
    std::unique_ptr<AttentionLook> m_look;
    quint64 m_asked = 0;  ///< counts the looks
    std::shared_ptr<const AttentionLook::Answer> m_answer;
    QString m_problem;
    std::vector<float> m_shares;      ///< of the chosen layer and head, by position
    float m_most = 0;                 ///< of them, without the first and the own
    std::vector<size_t> m_strongest;  ///< positions
    QStringList m_pieces;
    PictureTokens m_pictures;
};

}  // namespace hearth::app
