#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <functional>
#include <vector>

#include "citations/passage_choice.h"
#include "documents/passage_around.h"
#include "store/store.h"

namespace hearth::app {

/// Where passages come from.
struct PassageSource {
    /// The paths of the sources that there are.
    std::function<QStringList()> sources;
    /// Finds passages; the listener is called on the GUI thread, never before this returns.
    std::function<void(const PassageQuery& query, std::function<void(std::vector<FoundPassage>)>)> find;
    /// Reads what stands around a passage, likewise.
    std::function<void(const PassageSpot& spot, std::function<void(const PassageAround&)>)> around;
};

/// Finds the passages of documents that go with questions. GUI thread.
class QuestionPassages : public QObject {
    Q_OBJECT

public:
    /// `contextLength`: of the model in use, in tokens.
    QuestionPassages(store::Store& store, std::function<int()> contextLength, QObject* parent = nullptr)
        : QObject(parent), m_store(store), m_contextLength(std::move(contextLength)) {}

    void setSource(PassageSource source) { m_source = std::move(source); }
    /// Whether questions of this conversation bring passages.
    bool isOn(const store::Conversation& conversation) const;
    /// Whether passages are being looked for.
    bool isLooking(qint64 conversationId) const { return m_looking.contains(conversationId); }
    /// Looks for passages for a question at the end of `path`, whose messages from `firstInPrompt` on the
    /// model still sees; `done` gets them as they are to be attached. One at a time for each conversation:
    /// another is ignored. Throws StoreError.
    void look(const store::Conversation& conversation, const std::vector<store::Message>& path,
              size_t firstInPrompt, const QString& question,
              std::function<void(std::vector<store::Attachment>)> done);
    /// Whether a file is or lies in one of the sources.
    bool isOfSource(const QString& path) const;
    /// What stands around a passage in its document as that is now.
    void around(const PassageSpot& spot, std::function<void(const PassageAround&)> done) const {
        if (m_source.around) m_source.around(spot, std::move(done));
    }
    /// What the last question of a conversation found and did not take.
    std::vector<PassageChoice::LeftOut> leftOut(qint64 conversationId) const {
        return m_leftOut.value(conversationId);
    }

signals:
    /// Looking began, or ended.
    void changed(qint64 conversationId);

private:
    PassagesThere thereIn(const std::vector<store::Message>& path, size_t firstInPrompt);
    std::vector<store::Attachment> chosen(qint64 conversationId, const PassagesThere& there,
                                          const std::vector<FoundPassage>& found);

    store::Store& m_store;
    const std::function<int()> m_contextLength;
    PassageSource m_source;
    QSet<qint64> m_looking;
    QHash<qint64, std::vector<PassageChoice::LeftOut>> m_leftOut;
};

}  // namespace hearth::app
