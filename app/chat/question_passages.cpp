#include "chat/question_passages.h"

#include <QDir>
#include <QPointer>
#include <algorithm>

#include "chat/chat_documents.h"
#include "documents/passage_cutter.h"

namespace hearth::app {

namespace {

/// So many are looked at; the best of them go along.
constexpr int mostFound = 24;
/// Shorter questions, such as "and how old is it?", say what they are about only together with the one
/// before.
constexpr int fewestWords = 6;

/// What is searched for.
QString searchedText(const std::vector<store::Message>& path, const QString& question) {
    if (question.split(u' ', Qt::SkipEmptyParts).size() >= fewestWords) return question;
    for (auto message = path.rbegin(); message != path.rend(); ++message)
        if (message->role == store::Role::User) return question + u' ' + message->text.left(1000);
    return question;
}

}  // namespace

bool QuestionPassages::isOn(const store::Conversation& conversation) const {
    const ChatDocuments documents = ChatDocuments::of(conversation.documents);
    if (!documents.on || !m_source.find) return false;
    const QStringList sources = m_source.sources();
    return std::ranges::any_of(sources,
                               [&](const QString& path) { return !documents.without.contains(path); });
}

void QuestionPassages::look(const store::Conversation& conversation, const std::vector<store::Message>& path,
                            size_t firstInPrompt, const QString& question,
                            std::function<void(std::vector<store::Attachment>)> done) {
    const qint64 id = conversation.id;
    if (m_looking.contains(id)) return;
    const ChatDocuments documents = ChatDocuments::of(conversation.documents);
    QStringList sources = m_source.sources();
    sources.removeIf([&](const QString& source) { return documents.without.contains(source); });
    const auto take = [pointer = QPointer(this), id, there = thereIn(path, firstInPrompt),
                       done = std::move(done)](const std::vector<FoundPassage>& found) {
        QuestionPassages* self = pointer;
        if (self == nullptr) return;
        self->m_looking.remove(id);
        std::vector<store::Attachment> files = self->chosen(id, there, found);
        emit self->changed(id);
        done(std::move(files));
    };
    m_looking.insert(id);
    m_leftOut.remove(id);
    emit changed(id);
    m_source.find({.text = searchedText(path, question), .sources = sources, .limit = mostFound}, take);
}

bool QuestionPassages::isOfSource(const QString& path) const {
    if (!m_source.sources || QDir::cleanPath(path) != path) return false;
    const QStringList sources = m_source.sources();
    return std::ranges::any_of(
        sources, [&](const QString& source) { return path == source || path.startsWith(source + u'/'); });
}

PassagesThere QuestionPassages::thereIn(const std::vector<store::Message>& path, size_t firstInPrompt) {
    PassagesThere there;
    if (path.empty()) return there;
    const auto files = m_store.attachments().ofConversation(path.back().conversationId);
    for (size_t at = 0; at < path.size(); ++at) {
        const auto of = files.find(path[at].id);
        if (of == files.end()) continue;
        for (const store::Attachment& file : of->second) {
            if (file.passage.isEmpty()) continue;
            const CitedPassage passage = CitedPassage::of(file.passage);
            there.highest = std::max(there.highest, passage.number);
            if (at >= firstInPrompt) there.inPrompt.insert(passage.key(), passage.number);
        }
    }
    return there;
}

std::vector<store::Attachment> QuestionPassages::chosen(qint64 conversationId, const PassagesThere& there,
                                                        const std::vector<FoundPassage>& found) {
    // A small context keeps room for the question and its answer.
    const PassageRoom room{.passages = PassageRoom().passages,
                           .tokens = std::min(PassageRoom().tokens, m_contextLength() / 3)};
    PassageChoice choice = choosePassages(found, there, room);
    std::vector<store::Attachment> files;
    for (PassageChoice::Taken& taken : choice.taken)
        files.push_back({.id = 0,
                         .messageId = 0,
                         .name = taken.passage.name(),
                         .text = taken.text,
                         .sizeBytes = taken.text.toUtf8().size(),
                         .tokens = estimatedTokens(taken.text),
                         .passage = taken.passage.toJson()});
    m_leftOut.insert(conversationId, std::move(choice.leftOut));
    return files;
}

}  // namespace hearth::app
