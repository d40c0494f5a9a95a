#pragma once

#include <QObject>
#include <QThreadPool>
#include <memory>

#include "hub/hub_client.h"
#include "models/installed_models.h"

namespace hearth::app {

/// Says what a model on the hub would need before it is downloaded: fetches the head of the file by Range
/// requests, lays it into an empty file of the full size, and plans with that as with any other. GUI thread;
/// the planning happens on a worker thread.
class HeaderProbe : public QObject {
    Q_OBJECT

public:
    /// facts.problem says why nothing could be planned.
    using Answer = std::function<void(const ModelFacts& facts)>;

    HeaderProbe(HubClient& client, ModelProbe probe, QObject* parent = nullptr);
    ~HeaderProbe() override;

    /// Reads the head of one file; a question before it is forgotten.
    void ask(const QString& repository, const QString& commit, const HubFile& file, Answer answer);
    void cancel() { ++m_asked; }

    /// Bytes of the first request, and the most that is fetched.
    static constexpr qint64 firstBytes = 4 << 20, mostBytes = 48 << 20;

private:
    struct Question {
        quint64 number = 0;
        QString repository, commit;
        HubFile file;
        QByteArray head;
        Answer answer;
    };
    void fetch(const std::shared_ptr<Question>& question);
    void plan(const std::shared_ptr<Question>& question);

    HubClient& m_client;
    ModelProbe m_probe;
    QThreadPool m_pool;
    quint64 m_asked = 0;
};

}  // namespace hearth::app
