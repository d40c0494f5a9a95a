#include "inspector/next_token_model.h"

#include <QLocale>
#include <algorithm>

#include "chat/told_tokens.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"

namespace hearth::app {

namespace {

/// Number of tokens before the position that are shown as text.
constexpr int tokensBefore = 4;

QString cutName(FilteredToken::Cut cut) {
    switch (cut) {
        case FilteredToken::Cut::TopK:
            return QStringLiteral("top-k");
        case FilteredToken::Cut::TopP:
            return QStringLiteral("top-p");
        case FilteredToken::Cut::MinP:
            return QStringLiteral("min-p");
        case FilteredToken::Cut::None:
            break;
    }
    return {};
}

/// Spaces and line ends of a token, to be seen.
QString visible(const QByteArray& piece) {
    QString text = QString::fromUtf8(piece);
    if (text.startsWith(u' ')) text[0] = QChar(0xb7);
    return text.replace(u'\n', QChar(0x21b5)).replace(u'\t', QChar(0x2192));
}

}  // namespace

NextTokenModel::NextTokenModel(store::Store& store, InferenceThread& inference, const EngineStatus& engine,
                               QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_inference(inference), m_engine(engine) {
    connect(&m_inference.questions(), &EngineQuestions::piecesReady, this, &NextTokenModel::takeTexts);
}

void NextTokenModel::setMessage(qint64 messageId) {
    m_messageId = messageId;
    m_tokens.clear();
    m_candidates.clear();
    m_told.clear();
    try {
        const auto message = m_store.messages().find(messageId);
        const auto generation = m_store.generations().find(messageId);
        // The texts of the tokens are in the file of the model that made them.
        const auto part = message ? m_engine.model().partCalled(message->model) : std::nullopt;
        if (generation && generation->tokens.empty()) {
            setTold(unpackToldTokens(generation->toldTokens));
        } else if (generation && part) {
            m_part = *part;
            m_tokens = generation->tokens;
            m_candidates = unpackCandidates(generation->candidates);
            m_candidates.resize(std::min(m_candidates.size(), m_tokens.size()));
        }
    } catch (const store::StoreError&) {
        // There is nothing to show; other parts report what cannot be read.
    }
    int widest = -1;
    double most = -1;
    for (size_t i = 0; i < m_candidates.size(); ++i)
        if (const double bits = entropyBits(m_candidates[i]); bits > most) {
            most = bits;
            widest = static_cast<int>(i);
        }
    show(widest);
}

void NextTokenModel::setTold(const std::vector<ToldToken>& tokens) {
    m_told = tokens;
    for (const ToldToken& token : m_told) {
        TokenId number = 0, chosen = -1;
        std::vector<TokenChance>& chances = m_candidates.emplace_back();
        for (const ToldToken::Alternative& alternative : token.alternatives) {
            if (chosen < 0 && alternative.text == token.text) chosen = number;
            chances.push_back({number++, alternative.chance});
        }
        m_tokens.push_back(chosen);
    }
}

void NextTokenModel::show(int position) {
    m_position = position >= 0 && position < positions() ? position : -1;
    m_after.clear();
    m_pieces.clear();
    filter();
    askTexts();
}

void NextTokenModel::setParams(const SamplingParams& params) {
    m_params = params;
    filter();
}

void NextTokenModel::filter() {
    beginResetModel();
    m_rows = m_position < 0 ? std::vector<FilteredToken>()
                            : filterTokens(m_candidates[static_cast<size_t>(m_position)], m_params);
    endResetModel();
    emit changed();
}

void NextTokenModel::askTexts() {
    m_asked = 0;
    if (m_position < 0) return;
    if (!m_told.empty()) {
        QByteArray before;
        for (int i = std::max(0, m_position - tokensBefore); i < m_position; ++i)
            before += QByteArrayView(m_told[static_cast<size_t>(i)].text);
        m_after = QString::fromUtf8(before).simplified();
        for (int row = 0; row < count(); ++row) m_pieces += toldPiece(row);
        emit changed();
        return;
    }
    std::vector<TokenId> asked;
    for (int i = std::max(0, m_position - tokensBefore); i < m_position; ++i)
        asked.push_back(m_tokens[static_cast<size_t>(i)]);
    for (int row = 0; row < count(); ++row) asked.push_back(m_rows[static_cast<size_t>(row)].token);
    m_asked = m_inference.questions().pieces(asked, m_part);
}

QString NextTokenModel::toldPiece(int row) const {
    const auto number = static_cast<size_t>(m_rows[static_cast<size_t>(row)].token);
    const std::string& text = m_told[static_cast<size_t>(m_position)].alternatives[number].text;
    return visible(QByteArray::fromStdString(text));
}

void NextTokenModel::takeTexts(quint64 id, const QList<QByteArray>& pieces) {
    if (id != m_asked || m_asked == 0) return;
    m_asked = 0;
    const qsizetype before = pieces.size() - count();
    QByteArray text;
    for (qsizetype i = 0; i < before; ++i) text += pieces[i];
    m_after = QString::fromUtf8(text).simplified();
    m_pieces.clear();
    for (qsizetype i = before; i < pieces.size(); ++i) m_pieces += visible(pieces[i]);
    if (count() > 0) emit dataChanged(index(0), index(count() - 1), {PieceRole});
    emit changed();
}

double NextTokenModel::entropy() const {
    return m_position < 0 ? 0 : entropyBits(m_candidates[static_cast<size_t>(m_position)]);
}

int NextTokenModel::remaining() const {
    const auto left = std::count_if(m_rows.begin(), m_rows.end(), [](const FilteredToken& token) {
        return token.cut == FilteredToken::Cut::None;
    });
    const size_t asked = m_told.empty() ? size_t{keptCandidates} : size_t{maxRows};
    return left == static_cast<std::ptrdiff_t>(m_rows.size()) && m_rows.size() >= asked
               ? -1
               : static_cast<int>(left);
}

int NextTokenModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> NextTokenModel::roleNames() const {
    return {{TokenIdRole, "tokenId"}, {PieceRole, "piece"},     {ChanceRole, "chance"}, {PlainRole, "plain"},
            {CutRole, "cut"},         {CutLineRole, "cutLine"}, {ChosenRole, "chosen"}};
}

QString NextTokenModel::cutLine(int row) const {
    const FilteredToken& token = m_rows[static_cast<size_t>(row)];
    if (token.cut == FilteredToken::Cut::None ||
        (row > 0 && m_rows[static_cast<size_t>(row) - 1].cut == token.cut))
        return {};
    const auto percent = [](double share, int decimals) {
        return QLocale::c().toString(share * 100, 'f', decimals) + QStringLiteral(" %");
    };
    switch (token.cut) {
        case FilteredToken::Cut::TopK:
            return tr("top-k keeps %1").arg(m_params.topK);
        case FilteredToken::Cut::TopP:
            return tr("top-p cuts after %1").arg(percent(double(m_params.topP), 0));
        default:
            return tr("min-p cuts below %1").arg(percent(double(m_params.minP) * double(m_rows[0].plain), 1));
    }
}

QVariant NextTokenModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const FilteredToken& token = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case TokenIdRole:
            return token.token;
        case Qt::DisplayRole:
        case PieceRole:
            return m_pieces.value(index.row());
        case ChanceRole:
            return double(token.chance);
        case PlainRole:
            return double(token.plain);
        case CutRole:
            return cutName(token.cut);
        case CutLineRole:
            return cutLine(index.row());
        case ChosenRole:
            return token.token == m_tokens[static_cast<size_t>(m_position)];
        default:
            return {};
    }
}

}  // namespace hearth::app
