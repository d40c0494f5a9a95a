#include "hub/hub_client.h"

#include <QCoreApplication>
#include <QUrlQuery>
#include <algorithm>
#include <utility>

#include "hub/file_path.h"
#include "hub/hub_answers.h"
#include "hub/redirect_policy.h"

namespace hearth::app {

namespace {

constexpr int stallMs = 15000;
constexpr qint64 maximumListBytes = 8 << 20;
constexpr int maximumTreePages = 20;
constexpr int pageSize = 40;

QString orderName(HubClient::Order order) {
    switch (order) {
        case HubClient::Order::Likes:
            return QStringLiteral("likes");
        case HubClient::Order::Newest:
            return QStringLiteral("lastModified");
        case HubClient::Order::Trending:
            return QStringLiteral("trendingScore");
        case HubClient::Order::Downloads:
            break;
    }
    return QStringLiteral("downloads");
}

QString encoded(const QString& text, const char* keep = "") {
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

}  // namespace

HubClient::HubClient(HubEnvironment hub, QObject* parent) : QObject(parent), m_hub(std::move(hub)) {
}

HubClient::~HubClient() {
    cancel();
}

void HubClient::cancel() {
    for (std::unique_ptr<HubGet>* slot : {&m_search, &m_page, &m_bytes}) end(*slot);
}

void HubClient::end(std::unique_ptr<HubGet>& slot) {
    if (!slot) return;
    slot->disconnect(this);
    slot->abort();
    // It may be the one that is calling.
    slot.release()->deleteLater();
}

void HubClient::get(std::unique_ptr<HubGet>& slot, const QUrl& address, const HubGet::Headers& headers,
                    qint64 limit, const QString& what, Done done) {
    end(slot);
    slot = std::make_unique<HubGet>(m_hub, stallMs);
    HubGet* request = slot.get();
    auto body = std::make_shared<QByteArray>();
    connect(request, &HubGet::received, this, [this, request, body, limit, done](const QByteArray& bytes) {
        body->append(bytes);
        if (body->size() <= limit) return;
        request->disconnect(this);
        request->abort();
        if (request->status() == 206 || request->status() == 200) body->truncate(limit);
        done(*body, {});
    });
    connect(request, &HubGet::ended, this, [this, request, body, what, done](const QString& problem, bool) {
        const int status = request->status();
        request->disconnect(this);
        if (!problem.isEmpty()) return done({}, problem);
        if (status >= 200 && status < 300) return done(*body, {});
        done({}, hubProblem(status, request->hubHeader("X-Error-Code"), request->header("Retry-After"), what,
                            !m_hub.token.isEmpty()));
    });
    if (m_hub.offline) {
        QMetaObject::invokeMethod(
            request,
            [this, request, done] {
                request->disconnect(this);
                done({}, tr("HF_HUB_OFFLINE is set, so Hearth does not contact the hub. Unset it and restart "
                            "Hearth."));
            },
            Qt::QueuedConnection);
        return;
    }
    QMetaObject::invokeMethod(
        request, [request, address, headers] { request->start(address, headers); }, Qt::QueuedConnection);
}

void HubClient::search(const QString& text, Order order, const QString& licence,
                       Answer<std::vector<HubModel>> answer) {
    QString query = QStringLiteral("?filter=gguf&limit=%1&sort=%2").arg(pageSize).arg(orderName(order));
    if (!text.trimmed().isEmpty()) query += QStringLiteral("&search=") + encoded(text.simplified().left(100));
    if (!licence.isEmpty()) query += QStringLiteral("&filter=license%3A") + encoded(licence);
    for (const char* key : {"downloads", "likes", "gated", "tags", "pipeline_tag", "cardData", "gguf"})
        query += QStringLiteral("&expand=") + QLatin1String(key);
    get(m_search, m_hub.address(QStringLiteral("/api/models") + query), {}, maximumListBytes,
        tr("this search"), [answer = std::move(answer)](const QByteArray& body, const QString& problem) {
            if (!problem.isEmpty()) return answer(std::nullopt, problem);
            auto models = readModelList(body);
            if (!models) return answer(std::nullopt, tr("The hub's answer cannot be read. Try again later."));
            answer(std::move(models), {});
        });
}

void HubClient::repository(const QString& id, Answer<HubRepository> answer) {
    if (!isRepositoryId(id)) return answer(std::nullopt, tr("“%1” is not a model name.").arg(id.left(80)));
    QString query;
    for (const char* key : {"sha", "downloads", "likes", "gated", "tags", "pipeline_tag", "cardData", "gguf"})
        query +=
            (query.isEmpty() ? QStringLiteral("?expand=") : QStringLiteral("&expand=")) + QLatin1String(key);
    get(m_page, m_hub.address(QStringLiteral("/api/models/") + encoded(id, "/") + query), {},
        maximumListBytes, id,
        [this, id, answer = std::move(answer)](const QByteArray& body, const QString& problem) {
            if (!problem.isEmpty()) return answer(std::nullopt, problem);
            auto info = readModelInfo(body);
            if (!info || info->commit.isEmpty())
                return answer(std::nullopt, tr("The hub's answer cannot be read. Try again later."));
            const auto page = std::make_shared<HubRepository>(std::move(*info));
            treePage(m_hub.address(QStringLiteral("/api/models/%1/tree/%2?recursive=true")
                                       .arg(encoded(page->model.id, "/"), page->commit)),
                     page, 0, answer);
        });
}

void HubClient::treePage(const QUrl& address, std::shared_ptr<HubRepository> repository, int page,
                         Answer<HubRepository> answer) {
    // Only the hub's own pages: a Link header that leads elsewhere is not followed.
    if (!m_hub.isHub(address) || page == maximumTreePages) return answer(*repository, {});
    get(m_page, address, {}, maximumListBytes, repository->model.id,
        [this, address, repository, page, answer](const QByteArray& body, const QString& problem) {
            if (!problem.isEmpty()) return answer(std::nullopt, problem);
            auto files = readTree(body);
            if (!files) return answer(std::nullopt, tr("The hub's answer cannot be read. Try again later."));
            repository->files.insert(repository->files.end(), files->begin(), files->end());
            const QByteArray next = nextPage(m_page->header("Link"));
            if (next.isEmpty()) return answer(*repository, {});
            treePage(address.resolved(QUrl::fromEncoded(next)), repository, page + 1, answer);
        });
}

void HubClient::bytes(const QString& repository, const QString& commit, const QString& path, qint64 first,
                      qint64 count, Answer<QByteArray> answer) {
    const QByteArray range =
        "bytes=" + QByteArray::number(first) + "-" + QByteArray::number(first + count - 1);
    get(m_bytes, m_hub.fileAddress(repository, commit, path), {{"Range", range}}, first + count, repository,
        [this, first, count, answer = std::move(answer)](const QByteArray& body, const QString& problem) {
            if (!problem.isEmpty()) return answer(std::nullopt, problem);
            // A server that knows no ranges sends from the start; the limit cut it off at first + count.
            const bool whole = m_bytes && m_bytes->status() == 200;
            answer(whole ? body.mid(first, count) : body.left(count), {});
        });
}

}  // namespace hearth::app

#include "moc_hub_client.cpp"
