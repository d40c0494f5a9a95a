#include "chat/title_writer.h"

#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <utility>

#include "chat/reply_starter.h"
#include "chat/reply_thinking.h"
#include "chat/rich_text.h"
#include "hearth/reply_text.h"
#include "inference/cache_tenant.h"
#include "inference/inference_thread.h"
#include "inference/open_model.h"

namespace hearth::app {

namespace {
constexpr int mostTokens = 24;
/// Of a model that thinks first and cannot be told not to.
constexpr int mostThoughtTokens = 512;
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
    constexpr size_t turn = 2;
    const std::vector<store::Message> all =
        m_store.messages().after(id, 0, static_cast<int>(messages + turn) + 1);
    const bool greets = !all.empty() && isGreeting(all.front().text);
    if (all.size() != messages + (greets ? turn : 0)) return;
    const OpenModel& model = starter.modelOf(*conversation);
    write(id, model.id,
          starter.request(model, conversation->systemPrompt, store::activePath(all, conversation->activeRoot),
                          {}),
          splitReplyText(reply.text.toStdString()).has_value());
}

void TitleWriter::write(qint64 conversationId, quint64 model, GenerationRequest chat, bool thinks) {
    // Words are enough for a title, and every model reads them.
    for (ChatMessage& message : chat.messages) message.pictures.clear();
    ChatMessage ask;
    ask.role = "user";
    ask.content = question;
    chat.messages.push_back(std::move(ask));
    chat.continueLast = false;
    chat.tenant = cacheTenant(conversationId);
    chat.sampling = {};
    chat.sampling.temperature = 0;
    chat.sampling.maxTokens = thinks ? mostThoughtTokens : mostTokens;
    // A thought has lines of its own, and stops count in it, too, on some servers.
    if (!thinks) chat.sampling.stop = {"\n"};
    if (thinks) setThinking(chat, QJsonObject{{QStringLiteral("thinking"), QStringLiteral("off")}});
    // Of two models the one that takes less time is good enough.
    chat.route = RouteTarget::Small;
    m_conversations.insert(m_inference.generate(chat, WhenFull::Refuse, Priority::Background, model),
                           conversationId);
}

bool TitleWriter::isGreeting(const QString& message) {
    static const QSet<QString> greetings{QStringLiteral("hi"),
                                         QStringLiteral("hi there"),
                                         QStringLiteral("hello"),
                                         QStringLiteral("hello there"),
                                         QStringLiteral("hey"),
                                         QStringLiteral("hey there"),
                                         QStringLiteral("good morning"),
                                         QStringLiteral("good afternoon"),
                                         QStringLiteral("good evening"),
                                         QStringLiteral("howdy"),
                                         QStringLiteral("test"),
                                         QStringLiteral("hallo"),
                                         QStringLiteral("guten morgen"),
                                         QStringLiteral("guten tag"),
                                         QStringLiteral("guten abend"),
                                         QStringLiteral("moin"),
                                         QStringLiteral("servus"),
                                         QStringLiteral("hola"),
                                         QStringLiteral("buenos días"),
                                         QStringLiteral("buenas tardes"),
                                         QStringLiteral("buenas noches"),
                                         QStringLiteral("bonjour"),
                                         QStringLiteral("salut"),
                                         QStringLiteral("coucou"),
                                         QStringLiteral("bonsoir"),
                                         QStringLiteral("你好"),
                                         QStringLiteral("您好"),
                                         QStringLiteral("嗨")};
    QString words;
    for (const QChar letter : message.left(64).toLower())
        words += letter.isLetterOrNumber() ? letter : QChar(u' ');
    return message.size() <= 64 && greetings.contains(words.simplified());
}

QString TitleWriter::cleaned(const QString& text) {
    static const QRegularExpression thought(QStringLiteral("^.*</think>|<think>.*$"),
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
