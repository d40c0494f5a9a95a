#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "hub/hub_environment.h"
#include "hub/hub_get.h"
#include "hub/hub_types.h"

namespace hearth::app {

/// Asks the hub: searches, reads pages of models, and fetches the first bytes of files. Nothing is sent until
/// one of these is called. GUI thread; answers come through callbacks, never within the call, and not after
/// cancel() or destruction.
class HubClient : public QObject {
    Q_OBJECT

public:
    enum class Order { Downloads, Likes, Newest, Trending };
    template <class Value>
    using Answer = std::function<void(std::optional<Value> value, const QString& problem)>;

    explicit HubClient(HubEnvironment hub, QObject* parent = nullptr);
    ~HubClient() override;

    const HubEnvironment& environment() const { return m_hub; }

    /// Repositories with GGUF files whose id holds `text`; `licence` ("apache-2.0") may be empty. A new
    /// search ends the one before.
    void search(const QString& text, Order order, const QString& licence,
                Answer<std::vector<HubModel>> answer);
    /// A model's page with all its files, pinned to the commit of the moment. Ends the one before.
    void repository(const QString& id, Answer<HubRepository> answer);
    /// Bytes [first, first + count) of a file, or what there is of them. Ends the one before.
    void bytes(const QString& repository, const QString& commit, const QString& path, qint64 first,
               qint64 count, Answer<QByteArray> answer);
    void cancel();
    void cancelSearch() { end(m_search); }

private:
    void end(std::unique_ptr<HubGet>& slot);
    using Done = std::function<void(const QByteArray& body, const QString& problem)>;
    /// One GET of at most `limit` bytes in a slot; a new one in the same slot ends the old.
    void get(std::unique_ptr<HubGet>& slot, const QUrl& address, const HubGet::Headers& headers, qint64 limit,
             const QString& what, Done done);
    void treePage(const QUrl& address, std::shared_ptr<HubRepository> repository, int page,
                  Answer<HubRepository> answer);

    const HubEnvironment m_hub;
    std::unique_ptr<HubGet> m_search, m_page, m_bytes;
};

}  // namespace hearth::app
