#include "chat/earlier_answers.h"

#include <QFileInfo>
#include <QJsonObject>
#include <QPointer>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <numeric>
#include <utility>

#include "chat/reply_metrics.h"
#include "citations/cited_passage.h"
#include "inference/engine_status.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

const QString earlierSetting = QStringLiteral("earlier answers");
constexpr QLatin1String earlierKey("earlier");
/// Longer texts are more than a question, and their differences hardly show in a vector.
constexpr qsizetype longestQuestion = 1000;

/// Vectors hardly distinguish one figure from another.
QStringList figuresIn(const QString& text) {
    static const QRegularExpression figures(QStringLiteral("\\d+"));
    QStringList found;
    for (auto matches = figures.globalMatch(text); matches.hasNext();) found += matches.next().captured();
    found.sort();
    return found;
}

/// Words, each once; a character of a script without spaces is one.
QSet<QString> wordsIn(const QString& text) {
    static const QRegularExpression words(
        QStringLiteral("[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Thai}]|[\\p{L}\\p{M}\\p{N}']+"),
        QRegularExpression::UseUnicodePropertiesOption);
    QSet<QString> found;
    for (auto matches = words.globalMatch(text.toCaseFolded()); matches.hasNext();)
        found.insert(matches.next().captured());
    return found;
}

/// True if the difference is so small that it may reverse the meaning: a "not", the opposite of a word,
/// another name.
bool mayBeOpposite(const QSet<QString>& a, const QSet<QString>& b) {
    const auto onlyInA = (a - b).size(), onlyInB = (b - a).size();
    const auto most = std::max(onlyInA, onlyInB), least = std::min(onlyInA, onlyInB);
    return (least == 0 && most >= 1 && most <= 2) || (least == 1 && most == 1);
}

double distanceOf(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size()) return 2;
    return 1 - std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

std::optional<EarlierAnswer::Mark> EarlierAnswer::markOf(const QJsonObject& metrics) {
    const QJsonObject mark = metrics.value(earlierKey).toObject();
    if (mark.isEmpty()) return std::nullopt;
    return Mark{mark.value(QLatin1String("question")).toString(),
                mark.value(QLatin1String("distance")).toDouble()};
}

EarlierAnswers::EarlierAnswers(store::Store& store, const EngineStatus& engine, QObject* parent)
    : QObject(parent), m_store(store), m_engine(engine) {
    try {
        const QJsonObject kept = m_store.settings().find(earlierSetting).toObject();
        m_on = kept.value(QLatin1String("on")).toBool();
        m_savedQuestions = kept.value(QLatin1String("questions")).toInt();
        m_savedTokens = kept.value(QLatin1String("tokens")).toDouble();
        m_savedMs = kept.value(QLatin1String("ms")).toDouble();
    } catch (const store::StoreError&) {
        // Off, as at the first start.
    }
}

void EarlierAnswers::setVectors(Vectors vectors) {
    m_vectors = std::move(vectors);
    emit changed();
}

void EarlierAnswers::setOn(bool on) {
    if (m_on == on) return;
    m_on = on;
    keep();
}

void EarlierAnswers::keep() {
    try {
        m_store.settings().put(earlierSetting, QJsonObject{{QStringLiteral("on"), m_on},
                                                           {QStringLiteral("questions"), m_savedQuestions},
                                                           {QStringLiteral("tokens"), m_savedTokens},
                                                           {QStringLiteral("ms"), m_savedMs}});
    } catch (const store::StoreError&) {
        // It holds until the window is closed.
    }
    emit changed();
}

QString EarlierAnswers::problem() const {
    if (!m_on || (m_vectors.make && m_vectors.hasModel())) return {};
    return tr("This needs an embedding model: choose one above.");
}

QString EarlierAnswers::saved() const {
    if (m_savedQuestions == 0) return {};
    const QLocale locale = spokenLocale();
    return tr("Questions answered so: %1. That saved %2 tokens and %3 seconds.")
        .arg(locale.toString(m_savedQuestions), locale.toString(m_savedTokens, 'f', 0),
             locale.toString(m_savedMs / 1000, 'f', 1));
}

void EarlierAnswers::look(const store::Conversation& conversation, const QString& question,
                          std::function<void(std::optional<EarlierAnswer>)> done) {
    const qint64 id = conversation.id;
    if (m_looking.contains(id)) return;
    std::vector<store::EarlierTurn> turns;
    if (question.size() <= longestQuestion)
        turns = store::EarlierTurns(m_store.database())
                    .find({.model = m_engine.modelName(),
                           .weightsHash = QString::fromStdString(m_engine.model().info.weightsHash),
                           .systemPrompt = conversation.systemPrompt,
                           .documents = conversation.documents},
                          mostCompared);
    std::erase_if(turns, [figures = figuresIn(question), words = wordsIn(question)](const auto& turn) {
        return turn.question.size() > longestQuestion || figuresIn(turn.question) != figures ||
               mayBeOpposite(wordsIn(turn.question), words);
    });
    // The question itself first: it may be all that there is time for. Others have their vectors already.
    QStringList texts{question};
    for (const store::EarlierTurn& turn : turns)
        if (!m_ofQuestions.contains(turn.question) && !texts.contains(turn.question)) texts += turn.question;
    m_looking.insert(id);
    const auto take = [pointer = QPointer(this), id, texts, turns, question, done = std::move(done)](
                          const QString& identity, const std::vector<std::vector<float>>& vectors) {
        EarlierAnswers* self = pointer;
        if (self == nullptr) return;
        self->m_looking.remove(id);
        if (!vectors.empty() && self->m_identity != identity) {
            self->m_ofQuestions.clear();
            self->m_identity = identity;
        }
        for (size_t i = 0; i < vectors.size(); ++i)
            self->m_ofQuestions.insert(texts[static_cast<qsizetype>(i)], vectors[i]);
        auto answer = self->closest(turns, question);
        if (self->m_ofQuestions.size() > mostKept) self->keepOnly(turns);
        done(std::move(answer));
    };
    if (turns.empty()) {
        QMetaObject::invokeMethod(
            this, [take] { take({}, {}); }, Qt::QueuedConnection);
        return;
    }
    m_vectors.make(texts, mostMs, take);
}

void EarlierAnswers::keepOnly(const std::vector<store::EarlierTurn>& turns) {
    QHash<QString, std::vector<float>> kept;
    for (const store::EarlierTurn& turn : turns)
        if (const auto vector = m_ofQuestions.constFind(turn.question); vector != m_ofQuestions.constEnd())
            kept.insert(turn.question, *vector);
    m_ofQuestions = std::move(kept);
}

std::optional<EarlierAnswer> EarlierAnswers::closest(const std::vector<store::EarlierTurn>& turns,
                                                     const QString& question) {
    const auto own = m_ofQuestions.constFind(question);
    if (own == m_ofQuestions.constEnd()) return std::nullopt;
    std::vector<std::pair<double, const store::EarlierTurn*>> close;
    for (const store::EarlierTurn& turn : turns) {
        const auto vector = m_ofQuestions.constFind(turn.question);
        if (vector == m_ofQuestions.constEnd()) continue;
        const double distance = std::max(0.0, distanceOf(*own, *vector));
        if (distance <= closeDistance) close.emplace_back(distance, &turn);
    }
    // Of equally close ones the last answer.
    std::ranges::stable_sort(close, {}, [](const auto& one) { return one.first; });
    for (const auto& [distance, turn] : close)
        if (auto answer = answerOf(*turn, distance)) return answer;
    return std::nullopt;
}

std::optional<EarlierAnswer> EarlierAnswers::answerOf(const store::EarlierTurn& turn, double distance) {
    try {
        const auto message = m_store.messages().find(turn.answerId);
        auto generation = m_store.generations().find(turn.answerId);
        if (!message || !generation) return std::nullopt;
        EarlierAnswer answer{turn.question, distance, message->text, std::move(*generation),
                             m_store.attachments().ofMessage(turn.questionId)};
        // The documents may have changed since.
        const bool changed = std::ranges::any_of(answer.passages, [&turn](const store::Attachment& passage) {
            const QFileInfo file(CitedPassage::of(passage.passage).path);
            return !file.exists() || file.lastModified().toMSecsSinceEpoch() > turn.answeredAt;
        });
        if (changed) return std::nullopt;
        answer.generation.metrics.insert(earlierKey, QJsonObject{{QStringLiteral("question"), turn.question},
                                                                 {QStringLiteral("distance"), distance}});
        return answer;
    } catch (const store::StoreError&) {
        return std::nullopt;  // the question is answered anew
    }
}

void EarlierAnswers::count(const EarlierAnswer& answer) {
    const GenerationMetrics metrics = metricsFromJson(answer.generation.metrics);
    ++m_savedQuestions;
    m_savedTokens += metrics.promptTokens + metrics.generatedTokens;
    m_savedMs += metrics.totalMs;
    keep();
}

}  // namespace hearth::app

#include "moc_earlier_answers.cpp"
