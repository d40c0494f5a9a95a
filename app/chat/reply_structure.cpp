#include "chat/reply_structure.h"

#include <QFile>
#include <QStringDecoder>
#include <utility>

#include "chat/open_chat.h"
#include "chat/reply_notice.h"
#include "files/regular_file.h"
#include "store/store.h"
#include "structure/structure_examples.h"

namespace hearth::app {

namespace {

/// As long as a person types, and as often as a tree that grows is worth drawing.
constexpr int checkDelayMs = 200, growDelayMs = 80;
/// A schema may have a megabyte, and is not written for every key.
constexpr int storeDelayMs = 500;

}  // namespace

ReplyStructure::ReplyStructure(OpenChat& chat, store::Store& store, QObject* parent)
    : QObject(parent), m_chat(chat), m_store(store) {
    m_checkTimer.setSingleShot(true);
    m_checkTimer.setInterval(checkDelayMs);
    connect(&m_checkTimer, &QTimer::timeout, this, [this] { m_check.check(m_structure.grammar()); });
    connect(&m_check, &StructureCheck::checked, this,
            [this](const QString& problem) { setCheck(problem.isEmpty(), problem); });
    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(storeDelayMs);
    connect(&m_storeTimer, &QTimer::timeout, this, &ReplyStructure::write);
    m_growTimer.setSingleShot(true);
    m_growTimer.setInterval(growDelayMs);
    connect(&m_growTimer, &QTimer::timeout, this, &ReplyStructure::showReply);
    connect(&m_chat, &OpenChat::branchShown, this, &ReplyStructure::showReply);
}

ReplyStructure::~ReplyStructure() {
    write();
}

void ReplyStructure::setOn(bool on) {
    if (m_structure.on == on) return;
    m_structure.on = on;
    keep();
    write();
}

void ReplyStructure::setKind(Kind kind) {
    if (kind < Schema || kind > Gbnf || kind == this->kind()) return;
    m_structure.kind = static_cast<ChatStructure::Kind>(kind);
    keep();
    write();
    checkSoon();
    emit checkChanged();
}

void ReplyStructure::setSource(const QString& text) {
    if (text == source()) return;
    if (text.size() > mostBytes || text.toUtf8().size() > mostBytes) {
        m_checkTimer.stop();
        m_check.forget();
        setCheck(false, tr("This is longer than a megabyte and was not taken; shorten it."));
        return;
    }
    m_structure.setSource(text);
    keep();
    checkSoon();
}

QStringList ReplyStructure::examples() const {
    QStringList names;
    for (const StructureExample& example : structureExamples(m_structure.kind)) names += example.name;
    return names;
}

void ReplyStructure::useExample(int index) {
    const std::vector<StructureExample> examples = structureExamples(m_structure.kind);
    if (index < 0 || static_cast<size_t>(index) >= examples.size()) return;
    setSource(examples[static_cast<size_t>(index)].source);
}

void ReplyStructure::readFile(const QUrl& url) {
    const auto refuse = [this](const QString& why) { emit failed(tr("The file was not taken"), why); };
    const QString path = url.isLocalFile() ? url.toLocalFile() : url.toString();
    QFile file(path);
    if (const QString why = openRegularFile(file); !why.isEmpty())
        return refuse(tr("%1 could not be read (%2). Choose another file.").arg(path, why));
    const QByteArray bytes = file.read(mostBytes + 1);
    if (bytes.size() > mostBytes)
        return refuse(tr("%1 is longer than a megabyte. Choose a smaller file.").arg(path));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    if (decoder.hasError() || text.contains(QChar(u'\0')))
        return refuse(tr("%1 is not a text in UTF-8. Choose another file.").arg(path));
    setSource(text);
}

void ReplyStructure::keep() {
    store::Conversation record = m_chat.conversation().record();
    record.structure = m_structure.toJson();
    m_chat.conversation().setRecord(record);
    m_unstored = record.id;
    if (record.id != 0) m_storeTimer.start();
    emit changed();
}

void ReplyStructure::write() {
    m_storeTimer.stop();
    if (const qint64 id = std::exchange(m_unstored, 0); id != 0)
        m_chat.change([&] { m_store.conversations().setStructure(id, m_structure.toJson()); });
}

void ReplyStructure::checkSoon() {
    m_check.forget();
    if (m_structure.grammar().kind == ReplyGrammar::Kind::None) {
        m_checkTimer.stop();
        setCheck(false, {});
    } else if (m_structure.kind == ChatStructure::Kind::Object) {
        m_checkTimer.stop();
        setCheck(true, {});
    } else {
        m_checkTimer.start();
    }
}

void ReplyStructure::setCheck(bool good, const QString& problem) {
    if (good == m_good && problem == m_problem) return;
    m_good = good;
    m_problem = problem;
    emit checkChanged();
}

void ReplyStructure::setHolder(const QString& server, const ModelOffers& offers) {
    if (server == m_server && offers == m_offers) return;
    m_server = server;
    m_offers = offers;
    emit checkChanged();
}

QString ReplyStructure::serversProblem() const {
    if (m_structure.grammar().kind == ReplyGrammar::Kind::None) return {};
    if (m_structure.kind == ChatStructure::Kind::Regex && !m_offers.expressions)
        return tr("%1 cannot hold replies to a regular expression. Choose a JSON schema, or a model on this "
                  "computer.")
            .arg(m_server);
    if (m_structure.kind == ChatStructure::Kind::Gbnf && !m_offers.grammars)
        return tr("%1 cannot hold replies to a grammar. Choose a JSON schema, or a model on this computer.")
            .arg(m_server);
    return {};
}

void ReplyStructure::open() {
    // The conversation that was read again lacks the latest typing.
    const bool same = m_unstored != 0 && m_unstored == m_chat.id();
    write();
    if (same) return keep();
    const ChatStructure now = ChatStructure::of(m_chat.conversation().record().structure);
    if (now == m_structure && m_problem.isEmpty()) return;
    m_structure = now;
    setCheck(false, {});
    checkSoon();
    emit changed();
}

void ReplyStructure::setWatching(bool watching) {
    if (watching == m_watching) return;
    m_watching = watching;
    showReply();
    emit watchingChanged();
}

void ReplyStructure::replyGrew() {
    if (m_watching && !m_growTimer.isActive()) m_growTimer.start();
}

void ReplyStructure::showReply() {
    m_growTimer.stop();
    if (!m_watching) return;
    const ReplyRunner::Reply* running = m_chat.reply();
    const store::Message* last = nullptr;
    for (const store::Message& message : m_chat.tree().path())
        if (message.role == store::Role::Assistant) last = &message;
    const qint64 id = running != nullptr ? running->message.id : last != nullptr ? last->id : 0;
    const QString text = running != nullptr ? running->message.text
                         : last != nullptr  ? last->text
                                            : QString();
    const bool same = id == std::exchange(m_reply, id);
    m_writing = running != nullptr;
    m_result.setText(answerOf(text), same);
    emit replyChanged();
}

}  // namespace hearth::app

#include "moc_reply_structure.cpp"
