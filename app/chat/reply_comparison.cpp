#include "chat/reply_comparison.h"

#include <QJsonArray>
#include <QJsonObject>
#include <algorithm>

#include "chat/figures_text.h"
#include "chat/message_view.h"
#include "chat/reply_figures.h"
#include "chat/shown_pictures.h"
#include "citations/cited_passage.h"
#include "look/number_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

struct ReplyComparison::Column {
    Answer answer;
    store::Message message;  ///< as it ended; while it is under way the runner knows more
    int citations = 0;       ///< the highest number of a passage in the chat
    MessageBlockModel blocks;
};

namespace {

/// As much as two lines can hold.
constexpr qsizetype mostOfQuestion = 500;
const QString comparedSetting = QStringLiteral("compared answers");

ReplyComparison::Phase phaseOf(const store::Message& message, const ReplyRunner::Reply* running) {
    if (running != nullptr)
        return running->hasText             ? ReplyComparison::Writing
               : running->prefill.total > 0 ? ReplyComparison::Reading
                                            : ReplyComparison::Waiting;
    switch (message.state) {
        case store::MessageState::Complete:
            return ReplyComparison::Complete;
        case store::MessageState::Failed:
            return ReplyComparison::Failed;
        default:
            return ReplyComparison::Stopped;
    }
}

int highestPassage(store::Store& store, qint64 conversationId) {
    int highest = 0;
    for (const auto& [message, withoutTexts] : store.attachments().ofConversation(conversationId)) {
        if (std::ranges::all_of(withoutTexts, [](const auto& file) { return file.passage.isEmpty(); }))
            continue;
        for (const store::Attachment& file : store.attachments().ofMessage(message))
            if (!file.passage.isEmpty()) highest = std::max(highest, CitedPassage::of(file.passage).number);
    }
    return highest;
}

}  // namespace

ReplyComparison::ReplyComparison(store::Store& store, ReplyRunner& runner, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_runner(runner) {
    connect(&m_runner, &ReplyRunner::progressed, this,
            [this](qint64, qint64 messageId) { follow(messageId); });
    connect(&m_runner, &ReplyRunner::tokensAdded, this,
            [this](qint64, qint64 messageId) { follow(messageId); });
    connect(&m_runner, &ReplyRunner::textAdded, this, [this](qint64, qint64 messageId, const QString& delta) {
        const int row = rowOf(messageId);
        if (row < 0) return;
        m_columns[static_cast<size_t>(row)]->blocks.appendText(messageId, delta);
        follow(messageId);
    });
    connect(&m_runner, &ReplyRunner::finished, this,
            [this](const store::Message& message) { finish(message); });
    restore();
}

ReplyComparison::~ReplyComparison() = default;

bool ReplyComparison::isRunning() const {
    return std::ranges::any_of(
        m_columns, [this](const auto& column) { return m_runner.find(column->answer.messageId) != nullptr; });
}

int ReplyComparison::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> ReplyComparison::roleNames() const {
    return {{LabelRole, "label"},
            {BlocksRole, "blocks"},
            {PhaseRole, "phase"},
            {StatusRole, "status"},
            {ProblemRole, "problem"}};
}

QVariant ReplyComparison::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    Column& column = *m_columns[static_cast<size_t>(index.row())];
    const ReplyRunner::Reply* running = m_runner.find(column.answer.messageId);
    switch (role) {
        case LabelRole:
            return column.answer.label;
        case BlocksRole:
            return QVariant::fromValue(&column.blocks);
        case PhaseRole:
            return phaseOf(column.message, running);
        case StatusRole:
            return statusOf(column, running);
        case ProblemRole:
            return running == nullptr ? column.message.error : QString();
        default:
            return {};
    }
}

QString ReplyComparison::statusOf(const Column& column, const ReplyRunner::Reply* running) const {
    if (running == nullptr) return shownFigures(column.message.figures);
    const QLocale locale = spokenLocale();
    if (!running->hasText) {
        const PrefillProgress& prompt = running->prefill;
        return prompt.total == 0 ? tr("Waiting")
                                 : tr("Reading the prompt, %1 of %2 tokens")
                                       .arg(locale.toString(prompt.done), locale.toString(prompt.total));
    }
    const QString tokens = NumberText().tokens(running->tokens);
    const double rate = running->tokensPerS();
    return rate > 0 ? tr("%1 tok/s").arg(locale.toString(qRound(rate))) + QStringLiteral("  ·  ") + tokens
                    : tokens;
}

void ReplyComparison::restore() {
    try {
        const QJsonObject kept = m_store.settings().find(comparedSetting).toObject();
        for (auto at = kept.begin(); at != kept.end(); ++at) {
            const qint64 conversation = at.key().toLongLong();
            std::vector<Answer> answers;
            for (const QJsonValue& one : at->toArray()) {
                const qint64 id = one[QLatin1String("message")].toString().toLongLong();
                const auto message = m_store.messages().find(id);
                if (message && message->conversationId == conversation)
                    answers.push_back({id, one[QLatin1String("label")].toString()});
            }
            // A single one is an ordinary reply.
            if (answers.size() > 1) m_answers.insert(conversation, answers);
        }
    } catch (const store::StoreError&) {
        // The answers are versions of a reply all the same.
    }
}

void ReplyComparison::remember() {
    QJsonObject kept;
    for (auto at = m_answers.constBegin(); at != m_answers.constEnd(); ++at) {
        QJsonArray answers;
        for (const Answer& answer : *at)
            answers.append(QJsonObject{{QStringLiteral("message"), QString::number(answer.messageId)},
                                       {QStringLiteral("label"), answer.label}});
        kept.insert(QString::number(at.key()), answers);
    }
    try {
        if (kept.isEmpty())
            m_store.settings().remove(comparedSetting);
        else
            m_store.settings().put(comparedSetting, kept);
    } catch (const store::StoreError&) {
        // After a restart they are versions of a reply, and nothing is lost.
    }
}

void ReplyComparison::begin(const std::vector<Answer>& answers) {
    m_answers.insert(m_open, answers);
    remember();
    read();
}

void ReplyComparison::open(qint64 conversationId) {
    if (conversationId == m_open) return;
    m_open = conversationId;
    if (!m_columns.empty() || m_answers.contains(conversationId)) read();
}

void ReplyComparison::end(qint64 conversationId) {
    if (m_answers.remove(conversationId) == 0) return;
    remember();
    if (conversationId == m_open) read();
}

void ReplyComparison::read() {
    beginResetModel();
    m_columns.clear();
    m_questionId = 0;
    m_question.clear();
    m_questionFiles.clear();
    m_questionPictures.clear();
    for (const Answer& answer : m_answers.value(m_open)) {
        auto column = std::make_unique<Column>();
        column->answer = answer;
        const ReplyRunner::Reply* running = m_runner.find(answer.messageId);
        try {
            if (running != nullptr)
                column->message = running->message;
            else if (const auto message = m_store.messages().find(answer.messageId))
                column->message = *message;
            if (m_questionId == 0) readQuestion(column->message.parentId);
            column->citations = highestPassage(m_store, m_open);
        } catch (const store::StoreError&) {
            // The answer is shown as far as it is known.
        }
        column->blocks.setTextOnly(true);
        column->blocks.setMessages({shownIn(*column, running != nullptr)});
        m_columns.push_back(std::move(column));
    }
    endResetModel();
    emit changed();
    emit runningChanged();
}

void ReplyComparison::readQuestion(qint64 messageId) {
    const auto question = m_store.messages().find(messageId);
    if (!question) return;
    m_questionId = messageId;
    m_question = question->text.left(mostOfQuestion);
    m_questionFiles = MessageView::sentText(m_store.attachments().ofMessage(messageId));
    m_questionPictures = shownPictures(question->pictures);
}

MessageBlockModel::Message ReplyComparison::shownIn(const Column& column, bool streaming) {
    MessageBlockModel::Message shown;
    shown.id = column.answer.messageId;
    shown.author = QStringLiteral("assistant");
    shown.text = column.message.text;
    if (column.message.thoughtMs > 0)
        shown.thoughtText = thoughtText(static_cast<double>(column.message.thoughtMs) / 1000);
    shown.streaming = streaming;
    shown.citations = column.citations;
    return shown;
}

int ReplyComparison::rowOf(qint64 messageId) const {
    const auto found = std::ranges::find_if(
        m_columns, [messageId](const auto& column) { return column->answer.messageId == messageId; });
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

void ReplyComparison::follow(qint64 messageId) {
    if (const int row = rowOf(messageId); row >= 0)
        emit dataChanged(index(row), index(row), {PhaseRole, StatusRole});
}

void ReplyComparison::finish(const store::Message& message) {
    const int row = rowOf(message.id);
    if (row < 0) return;
    Column& column = *m_columns[static_cast<size_t>(row)];
    column.message = message;
    column.blocks.finish(shownIn(column, false));
    emit dataChanged(index(row), index(row), {PhaseRole, StatusRole, ProblemRole});
    emit runningChanged();
}

QString ReplyComparison::text(int row) const {
    if (row < 0 || row >= count()) return {};
    const Column& column = *m_columns[static_cast<size_t>(row)];
    const ReplyRunner::Reply* running = m_runner.find(column.answer.messageId);
    return running != nullptr ? running->message.text : column.message.text;
}

void ReplyComparison::stop(int row) {
    if (row >= 0 && row < count()) m_runner.stopReply(m_columns[static_cast<size_t>(row)]->answer.messageId);
}

void ReplyComparison::stopAll() {
    for (int row = 0; row < count(); ++row) stop(row);
}

void ReplyComparison::keep(int row) {
    if (row < 0 || row >= count()) return;
    const qint64 messageId = m_columns[static_cast<size_t>(row)]->answer.messageId;
    for (int other = 0; other < count(); ++other)
        if (other != row) stop(other);
    end(m_open);
    emit kept(messageId);
}

}  // namespace hearth::app
