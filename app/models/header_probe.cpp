#include "models/header_probe.h"

#include <QTemporaryFile>
#include <algorithm>
#include <optional>
#include <utility>

namespace hearth::app {

namespace {

/// The head of a file in an otherwise empty one of the full size, which takes no room on the disk. nullopt
/// when there is no place for it.
std::optional<ModelFacts> probeHead(const ModelProbe& probe, const QByteArray& head, qint64 sizeBytes) {
    QTemporaryFile file;
    if (!file.open() || file.write(head) != head.size() || !file.flush() || !file.resize(sizeBytes))
        return std::nullopt;
    return probe(file.fileName());
}

}  // namespace

HeaderProbe::HeaderProbe(HubClient& client, ModelProbe probe, QObject* parent)
    : QObject(parent), m_client(client), m_probe(std::move(probe)) {
    m_pool.setMaxThreadCount(1);
}

HeaderProbe::~HeaderProbe() {
    m_pool.clear();
    m_pool.waitForDone();
}

void HeaderProbe::ask(const QString& repository, const QString& commit, const HubFile& file, Answer answer) {
    const auto question = std::make_shared<Question>();
    *question = {++m_asked, repository, commit, file, {}, std::move(answer)};
    fetch(question);
}

void HeaderProbe::fetch(const std::shared_ptr<Question>& question) {
    const qint64 have = question->head.size();
    const qint64 want =
        std::min({have == 0 ? firstBytes : have * 2, mostBytes - have, question->file.sizeBytes - have});
    m_client.bytes(question->repository, question->commit, question->file.path, have, want,
                   [this, question](const std::optional<QByteArray>& bytes, const QString& problem) {
                       if (question->number != m_asked) return;
                       if (!bytes || bytes->isEmpty()) {
                           ModelFacts facts;
                           facts.problem = problem;
                           question->answer(facts);
                           return;
                       }
                       question->head += *bytes;
                       plan(question);
                   });
}

void HeaderProbe::plan(const std::shared_ptr<Question>& question) {
    m_pool.start([this, question, probe = m_probe] {
        const auto probed = probeHead(probe, question->head, question->file.sizeBytes);
        ModelFacts facts = probed.value_or(ModelFacts());
        if (!probed) facts.problem = tr("The temporary folder cannot be written.");
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, question, facts, probed = probed.has_value()] {
                if (question->number != m_asked) return;
                // A head that is cut off reads as damaged; a model that is not known has an architecture.
                const bool cut = probed && !facts.problem.isEmpty() && facts.architecture.isEmpty() &&
                                 question->head.size() < std::min(mostBytes, question->file.sizeBytes);
                if (cut) return fetch(question);
                question->answer(facts);
            },
            Qt::QueuedConnection);
    });
}

}  // namespace hearth::app
