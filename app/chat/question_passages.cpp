#include "chat/question_passages.h"

#include <QDir>
#include <QPointer>
#include <algorithm>
#include <iterator>

#include "chat/chat_documents.h"
#include "documents/passage_cutter.h"

namespace hearth::app {

namespace {

/// Number of passages that are searched for; the best of them are used.
constexpr int mostFound = 24;
/// Shorter questions, such as "and how old is it?", have a subject only together with the one before.
constexpr int fewestWords = 6;

/// Text that is searched for.
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
    if (!documents.whole.isEmpty() && m_source.readWhole) return true;
    const QStringList sources = m_source.sources();
    return std::ranges::any_of(sources,
                               [&](const QString& path) { return !documents.without.contains(path); });
}

void QuestionPassages::look(const store::Conversation& conversation, const std::vector<store::Message>& path,
                            size_t firstInPrompt, const QString& question,
                            std::function<void(std::vector<store::Attachment>)> done) {
    const qint64 id = conversation.id;
    if (m_looking.contains(id)) return;
    ChatDocuments documents = ChatDocuments::of(conversation.documents);
    QStringList sources = m_source.sources();
    sources.removeIf([&](const QString& source) { return documents.without.contains(source); });
    const auto look = std::make_shared<Look>();
    look->conversationId = id;
    look->there = thereIn(path, firstInPrompt);
    look->finds = !sources.isEmpty();
    look->query = {.text = searchedText(path, question), .sources = sources, .limit = mostFound};
    look->done = std::move(done);
    m_looking.insert(id);
    m_leftOut.remove(id);
    emit changed(id);
    documents.whole.removeIf(
        [&](const QString& document) { return look->there.documents.contains(document); });
    if (documents.whole.isEmpty() || !m_source.readWhole) {
        find(look);
        return;
    }
    m_source.readWhole(documents.whole, mostBytes(),
                       [pointer = QPointer(this), look](std::vector<WholeDocument> texts) {
                           QuestionPassages* self = pointer;
                           if (self != nullptr) self->countDocuments(look, std::move(texts), 0);
                       });
}

void QuestionPassages::countDocuments(const LookPtr& look, std::vector<WholeDocument> texts, size_t next) {
    if (next == texts.size()) {
        takeDocuments(look);
        return;
    }
    const QString text = texts[next].text;
    count(text, [pointer = QPointer(this), look, texts = std::move(texts), next](int tokens, bool) mutable {
        QuestionPassages* self = pointer;
        if (self == nullptr) return;
        look->counted.push_back({std::move(texts[next]), tokens});
        self->countDocuments(look, std::move(texts), next + 1);
    });
}

void QuestionPassages::takeDocuments(const LookPtr& look) {
    attach(*look, chooseDocuments(std::move(look->counted), look->there, documentRoom()));
    find(look);
}

void QuestionPassages::find(const LookPtr& look) {
    if (!look->finds) {
        finish(look, {});
        return;
    }
    m_source.find(look->query, [pointer = QPointer(this), look](const std::vector<FoundPassage>& found) {
        QuestionPassages* self = pointer;
        if (self != nullptr) self->finish(look, found);
    });
}

void QuestionPassages::finish(const LookPtr& look, const std::vector<FoundPassage>& found) {
    // A small context keeps room for the question and its answer.
    const int left = std::max(0, m_contextLength() - look->there.documentTokens);
    const PassageRoom room{.passages = PassageRoom().passages,
                           .tokens = std::min(PassageRoom().tokens, left / 3)};
    attach(*look, choosePassages(found, look->there, room));
    m_looking.remove(look->conversationId);
    m_leftOut.insert(look->conversationId, std::move(look->leftOut));
    emit changed(look->conversationId);
    look->done(std::move(look->files));
}

void QuestionPassages::attach(Look& look, PassageChoice choice) {
    for (PassageChoice::Taken& taken : choice.taken)
        look.files.push_back({.id = 0,
                              .messageId = 0,
                              .name = taken.passage.name(),
                              .text = taken.text,
                              .sizeBytes = taken.text.toUtf8().size(),
                              .tokens = taken.tokens,
                              .passage = taken.passage.toJson()});
    std::ranges::move(choice.leftOut, std::back_inserter(look.leftOut));
}

void QuestionPassages::measure(const QString& path, std::function<void(int tokens, bool exact)> done) const {
    if (!m_source.readWhole) return;
    m_source.readWhole({path}, mostBytes(),
                       [pointer = QPointer(this), done = std::move(done)](const auto& texts) {
                           const QuestionPassages* self = pointer;
                           if (self == nullptr || texts.empty()) return;
                           if (texts[0].text.isEmpty())
                               done(static_cast<int>(texts[0].endByte / bytesOfToken), false);
                           else
                               self->count(texts[0].text, done);
                       });
}

qint64 QuestionPassages::mostBytes() const {
    // Texts of nothing but long words have more letters to a token.
    return qint64{2} * bytesOfToken * documentRoom();
}

void QuestionPassages::count(const QString& text, std::function<void(int tokens, bool exact)> done) const {
    if (m_counter && !text.isEmpty())
        m_counter(text, std::move(done));
    else
        done(estimatedTokens(text), false);
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
            if (at < firstInPrompt) continue;
            there.inPrompt.insert(passage.key(), passage.number);
            if (!passage.whole) continue;
            there.documents.insert(passage.path, passage.number);
            there.documentTokens += file.tokens;
        }
    }
    return there;
}

}  // namespace hearth::app
