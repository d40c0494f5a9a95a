#include "inspector/word_tokens.h"

#include <algorithm>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "inspector/token_rows.h"
#include "inspector/word_samples.h"
#include "look/spoken_locale.h"
#include "settings/language.h"

namespace hearth::app {

WordTokens::WordTokens(InferenceThread& inference, const EngineStatus& engine, QObject* parent)
    : QAbstractListModel(parent), m_inference(inference), m_engine(engine) {
    m_rows.push_back({});
    for (const WordSample& sample : wordSamples()) m_rows.push_back({sample.code, sample.text, 0, {}});
    connect(&m_inference.questions(), &EngineQuestions::promptReady, this, &WordTokens::takeTokens);
    connect(&m_inference.questions(), &EngineQuestions::piecesReady, this, &WordTokens::takePieces);
    connect(&m_engine, &EngineStatus::changed, this, &WordTokens::follow);
}

void WordTokens::setText(const QString& text) {
    Row& row = m_rows.front();
    if (text == row.text) return;
    row.text = text.left(longestText);
    ask(row);
    emit dataChanged(index(0), index(0));
    emit changed();
}

void WordTokens::setShown(bool shown) {
    if (shown == m_shown) return;
    m_shown = shown;
    follow();
    emit changed();
}

QString WordTokens::note() const {
    if (!m_engine.isReady()) return tr("Load a model to see how its vocabulary splits words.");
    return m_noVocabulary ? tr("Only the server knows how this model splits text into tokens.") : QString();
}

/// Another model has another vocabulary.
void WordTokens::follow() {
    const QString model = m_engine.isReady() ? m_engine.modelPath() + m_engine.modelName() : QString();
    if (m_shown && model != m_model) {
        m_model = model;
        askAll();
    } else if (!m_engine.isReady() && !m_model.isEmpty()) {
        m_model.clear();
        askAll();
    }
    emit changed();
}

void WordTokens::askAll() {
    m_noVocabulary = false;
    for (Row& row : m_rows) ask(row);
    emit dataChanged(index(0), index(rowCount() - 1));
}

void WordTokens::ask(Row& row) {
    row.piecesJob = 0;
    row.tokensJob = row.text.isEmpty() || m_model.isEmpty() ? 0 : m_inference.questions().tokens(row.text);
    // While a person types, the figures of the letter before stay until the new ones are there.
    if (row.tokensJob != 0 && row.code.isEmpty()) return;
    row.tokens = 0;
    row.pieces.clear();
}

void WordTokens::takeTokens(quint64 id, const std::vector<TokenId>& tokens) {
    const auto row = std::find_if(m_rows.begin(), m_rows.end(),
                                  [id](const Row& one) { return id != 0 && one.tokensJob == id; });
    if (row == m_rows.end()) return;
    row->tokensJob = 0;
    row->tokens = static_cast<int>(tokens.size());
    if (tokens.empty()) {
        m_noVocabulary = true;
        row->pieces.clear();
    } else {
        const auto shown = static_cast<ptrdiff_t>(std::min<size_t>(tokens.size(), mostPieces));
        row->piecesJob = m_inference.questions().pieces({tokens.begin(), tokens.begin() + shown});
    }
    // Every factor is one against English, which may have come last.
    emit dataChanged(index(0), index(rowCount() - 1));
    emit changed();
}

void WordTokens::takePieces(quint64 id, const QList<QByteArray>& pieces) {
    const auto row = std::find_if(m_rows.begin(), m_rows.end(),
                                  [id](const Row& one) { return id != 0 && one.piecesJob == id; });
    if (row == m_rows.end()) return;
    row->piecesJob = 0;
    row->pieces = TokenRows::textsOf(pieces);
    const QModelIndex at = index(static_cast<int>(row - m_rows.begin()));
    emit dataChanged(at, at);
}

double WordTokens::bytesEach(const Row& row) const {
    return row.tokens > 0 ? static_cast<double>(row.text.toUtf8().size()) / row.tokens : 0;
}

double WordTokens::factorOf(const Row& row) const {
    const int english = m_rows[1].tokens;
    return row.code.isEmpty() || english == 0 ? 0 : static_cast<double>(row.tokens) / english;
}

QString WordTokens::figuresOf(const Row& row) const {
    if (row.tokens == 0) return {};
    const QLocale locale = spokenLocale();
    const QString figures = tr("%1 tokens  ·  %2 bytes each")
                                .arg(locale.toString(row.tokens), locale.toString(bytesEach(row), 'f', 1));
    const double factor = factorOf(row);
    if (factor == 0 || row.code == QLatin1String("en")) return figures;
    return tr("%1  ·  %2 × English").arg(figures, locale.toString(factor, 'f', 2));
}

int WordTokens::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QHash<int, QByteArray> WordTokens::roleNames() const {
    return {{NameRole, "name"},     {TextRole, "sample"},       {TypedRole, "typed"},
            {TokensRole, "tokens"}, {BytesRole, "bytesEach"},   {FactorRole, "factor"},
            {PiecesRole, "pieces"}, {FigureTextRole, "figures"}};
}

QVariant WordTokens::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case NameRole: {
            if (row.code.isEmpty()) return tr("Your text");
            for (const Language& language : languages())
                if (language.code == row.code) return language.name;
            return tr("A program in Python");
        }
        case TextRole:
            return row.text;
        case TypedRole:
            return row.code.isEmpty();
        case TokensRole:
            return row.tokens;
        case BytesRole:
            return bytesEach(row);
        case FactorRole:
            return factorOf(row);
        case PiecesRole:
            return row.pieces;
        case FigureTextRole:
            return figuresOf(row);
        default:
            return {};
    }
}

}  // namespace hearth::app
