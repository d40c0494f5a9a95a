#include "models/endpoints.h"

#include <QCoreApplication>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QRandomGenerator>
#include <algorithm>
#include <utility>

#include "endpoints/chat_protocol.h"
#include "hub/quantization_files.h"
#include "hub/redirect_policy.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

constexpr int patienceMs = 10000;
constexpr qint64 maximumListBytes = 8 << 20;
const QString setting = QStringLiteral("endpoints");

bool isLocal(const QUrl& address) {
    return isLoopback(address);
}

QString stateText(const QNetworkReply& reply, qint64 ms) {
    const QString host = reply.url().host();
    if (reply.error() == QNetworkReply::ConnectionRefusedError)
        return Endpoints::tr("Nothing answers at %1. Is the server running?").arg(reply.url().authority());
    if (reply.error() == QNetworkReply::HostNotFoundError)
        return Endpoints::tr("%1 cannot be found. Check the address and the network.").arg(host);
    if (reply.error() == QNetworkReply::SslHandshakeFailedError)
        return Endpoints::tr("%1 could not prove who it is (%2).").arg(host, reply.errorString());
    if (reply.error() == QNetworkReply::OperationCanceledError ||
        reply.error() == QNetworkReply::TimeoutError)
        return Endpoints::tr("%1 did not answer in %2 s.").arg(host).arg(patienceMs / 1000);
    if (reply.error() != QNetworkReply::NoError)
        return Endpoints::tr("%1 cannot be reached (%2).").arg(host, reply.errorString());
    return Endpoints::tr("Answered in %1 ms").arg(ms);
}

}  // namespace

Endpoints::Endpoints(store::Store& store, KeyRing& keys, EndpointDirectory& directory, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_keys(keys), m_directory(directory) {
    for (Endpoint& endpoint : readEndpoints(m_store.settings().find(setting).toArray())) {
        m_directory.put(endpoint, {});
        const QString id = endpoint.id;
        Row row;
        row.endpoint = std::move(endpoint);
        m_rows.push_back(std::move(row));
        m_keys.read(id, [this, id](const QByteArray& key) {
            const int at = rowOf(id);
            if (at < 0) return;
            Row& known = m_rows[static_cast<size_t>(at)];
            known.key = key;
            m_directory.put(known.endpoint, key);
            changed(at);
        });
    }
    connect(&m_keys, &KeyRing::changed, this, &Endpoints::keyNoteChanged);
}

Endpoints::~Endpoints() {
    for (Row& row : m_rows)
        if (row.reply != nullptr) row.reply->disconnect(this);
}

int Endpoints::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> Endpoints::roleNames() const {
    return {{EndpointIdRole, "endpointId"}, {NameRole, "name"},
            {AddressRole, "address"},       {HostRole, "host"},
            {ProgramRole, "program"},       {HasKeyRole, "hasKey"},
            {StateRole, "reach"},           {StateTextRole, "reachText"},
            {NoticeRole, "notice"},         {ModelsRole, "models"}};
}

QVariant Endpoints::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    const Endpoint& endpoint = row.endpoint;
    switch (role) {
        case EndpointIdRole:
            return endpoint.id;
        case Qt::DisplayRole:
        case NameRole:
            return endpoint.name;
        case AddressRole:
            return endpoint.address.toString();
        case HostRole:
            return endpoint.host();
        case ProgramRole:
            return endpoint.program;
        case HasKeyRole:
            return !row.key.isEmpty();
        case StateRole:
            return row.state;
        case StateTextRole:
            return row.stateText;
        case NoticeRole:
            if (!endpoint.address.isValid()) return QString();
            if (isLocal(endpoint.address))
                return tr("Chats with these models go to another program on this computer.");
            return endpoint.address.scheme() == QLatin1String("http")
                       ? tr("Chats with these models leave this computer for %1, unencrypted.")
                             .arg(endpoint.host())
                       : tr("Chats with these models leave this computer for %1.").arg(endpoint.host());
        case ModelsRole: {
            QVariantList models;
            for (const EndpointModel& model : endpoint.models)
                models.append(
                    QVariantMap{{QStringLiteral("id"), model.id},
                                {QStringLiteral("name"), model.id.section(u'/', -1)},
                                {QStringLiteral("facts"),
                                 !model.canChat ? tr("cannot chat")
                                 : model.contextLength > 0
                                     ? tr("%1 tokens").arg(spokenLocale().toString(model.contextLength))
                                     : tr("length not said")},
                                {QStringLiteral("path"), endpointPath(endpoint.id, model.id)},
                                {QStringLiteral("canChat"), model.canChat},
                                {QStringLiteral("shown"), model.shown}});
            return models;
        }
        default:
            return {};
    }
}

int Endpoints::keyCount() const {
    return static_cast<int>(std::ranges::count_if(m_rows, [](const Row& row) { return !row.key.isEmpty(); }));
}

QString Endpoints::keyNote() const {
    if (!m_keys.isPersistent()) return tr("no keyring: kept until Hearth ends");
    return m_keys.isReached() ? tr("kept in the keyring") : QString();
}

int Endpoints::rowOf(const QString& id) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.endpoint.id == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void Endpoints::changed(int row) {
    emit dataChanged(index(row), index(row));
    emit choicesChanged();
}

void Endpoints::keep() {
    std::vector<Endpoint> endpoints;
    for (const Row& row : m_rows)
        if (row.endpoint.address.isValid()) endpoints.push_back(row.endpoint);
    m_store.settings().put(setting, writeEndpoints(endpoints));
}

int Endpoints::add() {
    Row row;
    row.endpoint.id = QString::number(QRandomGenerator::global()->generate(), 16).rightJustified(8, u'0');
    row.endpoint.name = tr("New server");
    beginInsertRows({}, count(), count());
    m_rows.push_back(std::move(row));
    endInsertRows();
    emit countChanged();
    return count() - 1;
}

QString Endpoints::save(int row, const QString& name, const QString& address, const QString& key,
                        bool keyChanged) {
    if (row < 0 || row >= count()) return {};
    const QUrl url = endpointAddress(address);
    if (!url.isValid())
        return tr("“%1” is no http or https address, such as http://rack.lan:8000/v1.").arg(address.left(80));
    for (const QChar letter : key)
        if (letter.unicode() <= ' ' || letter.unicode() > '~')
            return tr("A key has no spaces or special letters.");
    Row& one = m_rows[static_cast<size_t>(row)];
    // A key is for the server it was typed for.
    const bool moved = one.endpoint.address.isValid() && !sameOrigin(one.endpoint.address, url);
    if (moved) one.endpoint.models.clear();
    one.endpoint.name = name.simplified().left(80);
    if (one.endpoint.name.isEmpty()) one.endpoint.name = url.host();
    one.endpoint.address = url;
    if (keyChanged || moved) {
        one.key = keyChanged ? key.toLatin1() : QByteArray();
        m_keys.write(one.endpoint.id, one.key);
    }
    m_directory.put(one.endpoint, one.key);
    keep();
    emit saved(one.endpoint.id);
    test(row);
    return {};
}

void Endpoints::test(int row) {
    if (row < 0 || row >= count()) return;
    Row& one = m_rows[static_cast<size_t>(row)];
    if (!one.endpoint.address.isValid()) return;
    if (!m_network) {
        m_network = std::make_unique<QNetworkAccessManager>();
        m_network->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    }
    if (one.reply != nullptr) {
        one.reply->disconnect(this);
        one.reply->abort();
        one.reply->deleteLater();
    }
    QNetworkRequest request(QUrl(one.endpoint.address.toString() + QStringLiteral("/models")));
    request.setRawHeader("User-Agent", "Hearth/" + QCoreApplication::applicationVersion().toLatin1());
    if (!one.key.isEmpty()) request.setRawHeader("Authorization", "Bearer " + one.key);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setTransferTimeout(patienceMs);
    one.asked.start();
    one.state = Asking;
    one.stateText = tr("Asking %1").arg(one.endpoint.host());
    one.reply = m_network->get(request);
    one.reply->setReadBufferSize(maximumListBytes);
    connect(one.reply, &QNetworkReply::finished, this,
            [this, id = one.endpoint.id, reply = one.reply] { answered(id, reply); });
    changed(row);
}

void Endpoints::answered(const QString& id, QNetworkReply* reply) {
    reply->deleteLater();
    const int at = rowOf(id);
    if (at < 0) return;
    Row& row = m_rows[static_cast<size_t>(at)];
    if (row.reply != reply) return;
    row.reply = nullptr;
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const QByteArray body = reply->read(maximumListBytes);
    row.state = Failed;
    if (status == 0) {
        row.stateText = stateText(*reply, 0);
    } else if (status >= 300 && status < 400) {
        row.stateText = tr("%1 sends on to another address. Type that one instead.").arg(row.endpoint.host());
    } else if (status != 200) {
        row.stateText = endpointProblem(status, body, row.endpoint.host());
    } else if (const auto list = readModels(body); !list) {
        row.stateText = tr("%1 answers, but not as an OpenAI-compatible server. Does the address end in /v1?")
                            .arg(row.endpoint.host());
    } else {
        row.state = Reached;
        row.stateText = stateText(*reply, row.asked.elapsed());
        std::vector<EndpointModel> models = list->models;
        for (EndpointModel& model : models)
            if (const EndpointModel* known = row.endpoint.find(model.id)) model.shown = known->shown;
        row.endpoint.models = std::move(models);
        row.endpoint.program = list->program;
        m_directory.put(row.endpoint, row.key);
        keep();
    }
    changed(at);
}

void Endpoints::remove(int row) {
    if (row < 0 || row >= count()) return;
    const QString id = m_rows[static_cast<size_t>(row)].endpoint.id;
    if (QNetworkReply* reply = m_rows[static_cast<size_t>(row)].reply) {
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
    m_keys.remove(id);
    m_directory.remove(id);
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    keep();
    emit countChanged();
    emit choicesChanged();
}

void Endpoints::setShown(int row, const QString& model, bool shown) {
    if (row < 0 || row >= count()) return;
    for (EndpointModel& one : m_rows[static_cast<size_t>(row)].endpoint.models)
        if (one.id == model) one.shown = shown;
    keep();
    changed(row);
}

std::vector<Endpoints::Choice> Endpoints::choices() const {
    std::vector<Choice> choices;
    for (const Row& row : m_rows)
        for (const EndpointModel& model : row.endpoint.models)
            if (model.shown && model.canChat)
                choices.push_back({endpointPath(row.endpoint.id, model.id), modelTitle(model.id),
                                   row.endpoint.host(), model.contextLength});
    return choices;
}

}  // namespace hearth::app
