#include "inspector/token_rows.h"

#include <QStringDecoder>
#include <algorithm>

#include "inference/inference_thread.h"
#include "inspector/token_shares.h"

namespace hearth::app {

TokenRows::TokenRows(InferenceThread& inference, QObject* parent)
    : QAbstractListModel(parent), m_inference(inference) {
    connect(&m_inference.questions(), &EngineQuestions::piecesReady, this, &TokenRows::takePieces);
}

int TokenRows::levelOf(double chance) {
    return chance < 0 || chance >= 0.9 ? 0 : chance >= 0.6 ? 1 : chance >= 0.3 ? 2 : chance >= 0.1 ? 3 : 4;
}

QStringList TokenRows::textsOf(const QList<QByteArray>& pieces) {
    QStringDecoder decoder(QStringDecoder::Utf8);
    QStringList texts;
    texts.reserve(pieces.size());
    for (const QByteArray& piece : pieces) texts.append(decoder(piece));
    return texts;
}

void TokenRows::show(const std::vector<TokenId>& tokens, const std::vector<float>& chances, Text text,
                     RouteTarget of) {
    const size_t shown = std::min<size_t>(tokens.size(), most);
    beginResetModel();
    m_rows.clear();
    for (size_t i = 0; i < shown; ++i)
        m_rows.push_back({{}, {}, tokens[i], i < chances.size() ? double(chances[i]) : -1.0});
    endResetModel();
    m_tokenCount = static_cast<int>(tokens.size());
    m_text = text;
    m_sharesText.clear();
    m_asked = shown == 0 ? 0
                         : m_inference.questions().pieces(
                               {tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(shown)}, of);
    emit changed();
}

void TokenRows::showTold(const std::vector<ToldToken>& tokens) {
    const size_t shown = std::min<size_t>(tokens.size(), most);
    QList<QByteArray> pieces;
    beginResetModel();
    m_rows.clear();
    for (size_t i = 0; i < shown; ++i) {
        m_rows.push_back({{}, {}, -1, double(tokens[i].chance)});
        pieces += QByteArray::fromStdString(tokens[i].text);
    }
    endResetModel();
    m_tokenCount = static_cast<int>(tokens.size());
    m_text = Text::Plain;
    m_asked = 0;
    setPieces(pieces);
}

void TokenRows::showNone(int tokenCount) {
    show({}, {});
    m_tokenCount = tokenCount;
    emit changed();
}

void TokenRows::takePieces(quint64 id, const QList<QByteArray>& pieces) {
    if (id != m_asked || m_asked == 0 || pieces.size() != count()) return;
    m_asked = 0;
    setPieces(pieces);
}

void TokenRows::setPieces(const QList<QByteArray>& pieces) {
    const QStringList texts = textsOf(pieces);
    for (int i = 0; i < count(); ++i) {
        m_rows[static_cast<size_t>(i)].piece = texts[i];
        m_rows[static_cast<size_t>(i)].bytes = pieces[i];
    }
    m_sharesText.clear();
    if (m_text == Text::Plain && !pieces.isEmpty()) m_sharesText = tokenSharesText(tokenShares(pieces));
    if (count() > 0) emit dataChanged(index(0), index(count() - 1));
    emit changed();
}

int TokenRows::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> TokenRows::roleNames() const {
    return {{PieceRole, "piece"}, {TokenIdRole, "tokenId"},   {ChanceRole, "chance"},
            {LevelRole, "level"}, {EndsLineRole, "endsLine"}, {BytesRole, "bytes"}};
}

QVariant TokenRows::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case PieceRole:
            return row.piece;
        case TokenIdRole:
            return row.token;
        case ChanceRole:
            return row.chance;
        case LevelRole:
            return levelOf(row.chance);
        case EndsLineRole:
            return row.piece.contains(u'\n');
        case BytesRole:
            return QString::fromLatin1(row.bytes.toHex(' '));
        default:
            return {};
    }
}

}  // namespace hearth::app
