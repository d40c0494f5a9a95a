#include "chat/title_writer.h"

#include <QRegularExpression>
#include <utility>

#include "chat/reply_starter.h"
#include "chat/rich_text.h"
#include "inference/cache_owner.h"
#include "inference/inference_thread.h"

namespace hearth::app {

namespace {
constexpr int mostTokens = 24;
constexpr qsizetype longest = 60;
constexpr qsizetype mostWords = 10;
/// In English whatever the window speaks: it is a prompt, and models follow it best.
const char* const question =
    "Write a title for this conversation: two to six words in the language of the conversation, no quotes, "
    "no full stop. Answer with the title alone.";
}  // namespace

TitleWriter::TitleWriter(store::Store& store, InferenceThread& inference, QObject* parent)
    : QObject(parent), m_store(store), m_inference(inference) {
    connect(&m_inference, &InferenceThread::finished, this,
            [this](quint64 job, const GenerationResultPtr& result) {
                const qint64 conversationId = m_conversations.take(job);
                if (conversationId == 0) return;
                const QString title = cleaned(QString::fromStdString(result->text));
                if (title.isEmpty() || result->reason == FinishReason::Cancelled) return;
                try {
                    m_store.conversations().setTitle(conversationId, title, store::TitleSource::Model);
                } catch (const store::StoreError&) {
                    return;  // The title made of the first message stays.
                }
                emit titled(conversationId);
            });
    connect(&m_inference, &InferenceThread::failed, this,
            [this](quint64 job) { m_conversations.remove(job); });
}

void TitleWriter::nameAfter(const store::Message& reply, size_t messages, ReplyStarter& starter) {
    if (reply.state != store::MessageState::Complete || !reply.calls.empty()) return;
    const qint64 id = reply.conversationId;
    const auto conversation = m_store.conversations().find(id);
    if (!conversation || conversation->titleSource != store::TitleSource::FirstMessage) return;
    // One more tells that there are others: later the chat has a title, or had its chance.
    const std::vector<store::Message> all = m_store.messages().after(id, 0, static_cast<int>(messages) + 1);
    if (all.size() != messages) return;
    write(id,
          starter.request(conversation->systemPrompt, store::activePath(all, conversation->activeRoot), {}));
}

void TitleWriter::write(qint64 conversationId, GenerationRequest chat) {
    ChatMessage ask;
    ask.role = "user";
    ask.content = question;
    chat.messages.push_back(std::move(ask));
    chat.continueLast = false;
    chat.owner = cacheOwner(conversationId);
    chat.sampling = {};
    chat.sampling.temperature = 0;
    chat.sampling.maxTokens = mostTokens;
    chat.sampling.stop = {"\n"};
    // Of two models the one that takes less time is good enough.
    chat.route = RouteTarget::Small;
    m_conversations.insert(m_inference.generate(chat, WhenFull::Refuse, Priority::Background),
                           conversationId);
}

QString TitleWriter::cleaned(const QString& text) {
    static const QRegularExpression thought(QStringLiteral("^\\s*<think>.*?(</think>|$)"),
                                            QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression label(QStringLiteral("^(conversation |chat )?title\\s*[:\\-–]\\s*"),
                                          QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression marks(
        QStringLiteral("^[\\s\"'“”‘’«»*_#`.:\\-]+|[\\s\"'“”‘’«»*_#`.:,;\\-]+$"));
    QString title = text;
    title.remove(thought);
    title = title.trimmed().section(u'\n', 0, 0).simplified();
    title.remove(marks).remove(label).remove(marks);
    title = withVisibleControls(title);
    // A sentence of explanation is no title.
    if (title.size() > longest || title.count(u' ') >= mostWords) return {};
    // Nor is a piece of the question, which small models repeat.
    if (QString::fromLatin1(question).contains(title, Qt::CaseInsensitive)) return {};
    return title;
}

}  // namespace hearth::app
