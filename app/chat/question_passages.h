#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <functional>
#include <memory>
#include <vector>

#include "citations/passage_choice.h"
#include "documents/passage_around.h"
#include "store/store.h"

namespace hearth::app {

/// Source of passages.
struct PassageSource {
    /// The paths of the available sources.
    std::function<QStringList()> sources;
    /// Finds passages; the listener is called on the GUI thread, never before this returns.
    std::function<void(const PassageQuery& query, std::function<void(std::vector<FoundPassage>)>)> find;
    /// Reads the text around a passage, in the same way.
    std::function<void(const PassageSpot& spot, std::function<void(const PassageAround&)>)> around;
    /// Lists documents, and reads the texts of some, in the same way.
    std::function<void(const QString& words, std::function<void(std::vector<ListedDocument>)>)> list;
    std::function<void(const QStringList& paths, qint64 mostBytes,
                       std::function<void(std::vector<WholeDocument>)>)>
        readWhole;
};

/// Finds the passages of documents that go with questions, and reads the documents that go as a whole. GUI
/// thread.
class QuestionPassages : public QObject {
    Q_OBJECT

public:
    /// `contextLength`: of the model in use, in tokens.
    QuestionPassages(store::Store& store, std::function<int()> contextLength, QObject* parent = nullptr)
        : QObject(parent), m_store(store), m_contextLength(std::move(contextLength)) {}

    void setSource(PassageSource source) { m_source = std::move(source); }
    /// Reports the tokens of a text, at once or later, and whether they were counted; otherwise they are
    /// estimated.
    using Counter =
        std::function<void(const QString& text, std::function<void(int tokens, bool exact)> done)>;
    void setCounter(Counter counter) { m_counter = std::move(counter); }
    /// True if passages are added to questions of this conversation.
    bool isOn(const store::Conversation& conversation) const;
    /// True while passages are being looked for.
    bool isLooking(qint64 conversationId) const { return m_looking.contains(conversationId); }
    /// Looks for passages for a question at the end of `path`; the model still sees its messages from
    /// `firstInPrompt` on. `done` gets the passages as they are to be attached, after the documents that the
    /// chat has as a whole and the model does not see yet. One search at a time for each conversation:
    /// another is ignored. Throws StoreError.
    void look(const store::Conversation& conversation, const std::vector<store::Message>& path,
              size_t firstInPrompt, const QString& question,
              std::function<void(std::vector<store::Attachment>)> done);
    /// True if a file is one of the sources or in one of them.
    bool isOfSource(const QString& path) const;
    /// Passes the text around a passage in the current version of its document to `done`.
    void around(const PassageSpot& spot, std::function<void(const PassageAround&)> done) const {
        if (m_source.around) m_source.around(spot, std::move(done));
    }
    /// Tokens of a prompt that documents as a whole may take: the rest is for the questions and answers.
    int documentRoom() const { return m_contextLength() / 4 * 3; }
    /// Lists documents whose path contains words.
    void listDocuments(const QString& words, std::function<void(std::vector<ListedDocument>)> done) const {
        if (m_source.list) m_source.list(words, std::move(done));
    }
    /// Reports the size of a document as a whole, in tokens; 0: it does not exist, or is far longer than the
    /// context.
    void measure(const QString& path, std::function<void(int tokens, bool exact)> done) const;
    /// Passages that the last question of a conversation found and did not use.
    std::vector<PassageChoice::LeftOut> leftOut(qint64 conversationId) const {
        return m_leftOut.value(conversationId);
    }

signals:
    /// Looking began, or ended.
    void changed(qint64 conversationId);

private:
    /// A search under way.
    struct Look {
        qint64 conversationId = 0;
        PassagesThere there;
        PassageQuery query;
        bool finds = true;  ///< some of the sources count
        std::vector<CountedDocument> counted;
        std::vector<store::Attachment> files;
        std::vector<PassageChoice::LeftOut> leftOut;
        std::function<void(std::vector<store::Attachment>)> done;
    };
    using LookPtr = std::shared_ptr<Look>;

    PassagesThere thereIn(const std::vector<store::Message>& path, size_t firstInPrompt);
    /// Counts the texts from `next` on one at a time, then calls takeDocuments().
    void countDocuments(const LookPtr& look, std::vector<WholeDocument> texts, size_t next);
    void takeDocuments(const LookPtr& look);
    void find(const LookPtr& look);
    void finish(const LookPtr& look, const std::vector<FoundPassage>& found);
    static void attach(Look& look, PassageChoice choice);
    qint64 mostBytes() const;
    void count(const QString& text, std::function<void(int tokens, bool exact)> done) const;

    store::Store& m_store;
    const std::function<int()> m_contextLength;
    PassageSource m_source;
    Counter m_counter;
    QSet<qint64> m_looking;
    QHash<qint64, std::vector<PassageChoice::LeftOut>> m_leftOut;
};

}  // namespace hearth::app
