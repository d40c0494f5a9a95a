#include "models/endpoints.h"

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
/// For the whole answer, however slowly it drips.
constexpr int wholeMs = 30000;
constexpr qsizetype maximumListBytes = 4 << 20;

QString failureText(const HttpCall& call) {
    const QString host = call.address().host();
    switch (call.failure()) {
        case HttpCall::Failure::Refused:
            return Endpoints::tr("Nothing answers at %1. Is the server running?")
                .arg(call.address().authority());
        case HttpCall::Failure::NotFound:
            return Endpoints::tr("%1 cannot be found. Check the address and the network.").arg(host);
        case HttpCall::Failure::Untrusted:
            return Endpoints::tr("The certificate of %1 could not be verified (%2).")
                .arg(host, call.failureText());
        case HttpCall::Failure::NoTls:
            return Endpoints::tr(
                       "%1 does not answer over https (%2). If it speaks http, the address begins with "
                       "http://.")
                .arg(call.address().authority(), call.failureText());
        case HttpCall::Failure::Quiet:
            return Endpoints::tr("%1 did not answer in %2 s.").arg(host).arg(patienceMs / 1000);
        default:
            return Endpoints::tr("%1 cannot be reached (%2).").arg(host, call.failureText());
    }
}

/// The name of one that was just added.
QString newName() {
    return Endpoints::tr("New server");
}

/// As it is typed; a price that is nothing is not shown.
QString priceText(double price) {
    return price > 0 ? spokenLocale().toString(price, 'g', 6) : QString();
}

QString notAServer(const QString& host) {
    return Endpoints::tr("%1 answers, but not as an OpenAI-compatible server. Does the address end in /v1?")
        .arg(host);
}

}  // namespace

Endpoints::Endpoints(store::Store& store, KeyRing& keys, EndpointDirectory& directory, QObject* parent)
    : QAbstractListModel(parent), m_store(store), m_keys(keys), m_directory(directory) {
    for (Endpoint& endpoint : readEndpoints(m_store.settings().find(endpointsSetting).toArray())) {
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
    for (Row& row : m_rows) endCall(row);
}

int Endpoints::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> Endpoints::roleNames() const {
    return {{EndpointIdRole, "endpointId"}, {NameRole, "name"},
            {AddressRole, "address"},       {HostRole, "host"},
            {ProgramRole, "program"},       {HasKeyRole, "hasKey"},
            {StateRole, "reach"},           {StateTextRole, "reachText"},
            {NoticeRole, "notice"},         {ModelsRole, "models"},
            {PriceReadRole, "priceRead"},   {PriceWrittenRole, "priceWritten"}};
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
            if (endpoint.isHere())
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
                                     : tr("context length unknown")},
                                {QStringLiteral("path"), endpointPath(endpoint.id, model.id)},
                                {QStringLiteral("canChat"), model.canChat},
                                {QStringLiteral("shown"), model.shown}});
            return models;
        }
        case PriceReadRole:
            return priceText(endpoint.prices.read);
        case PriceWrittenRole:
            return priceText(endpoint.prices.written);
        default:
            return {};
    }
}

QString Endpoints::setPrices(int row, const QString& read, const QString& written) {
    if (row < 0 || row >= count()) return {};
    const auto ofRead = readPrice(read), ofWritten = readPrice(written);
    if (!ofRead || !ofWritten)
        return tr("“%1” is not a price. A price is a number such as 0.15, per million tokens.")
            .arg((ofRead ? written : read).left(80));
    Row& one = m_rows[static_cast<size_t>(row)];
    const TokenPrices prices{*ofRead, *ofWritten};
    if (prices == one.endpoint.prices) return {};
    one.endpoint.prices = prices;
    keep();
    emit dataChanged(index(row), index(row), {PriceReadRole, PriceWrittenRole});
    emit pricesChanged();
    return {};
}

int Endpoints::keyCount() const {
    return static_cast<int>(std::ranges::count_if(m_rows, [](const Row& row) { return !row.key.isEmpty(); }));
}

QString Endpoints::keyNote() const {
    if (!m_keys.isPersistent()) return tr("no keyring: kept until Hearth closes");
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
    m_store.settings().put(endpointsSetting, writeEndpoints(endpoints));
}

int Endpoints::add() {
    Row row;
    row.endpoint.id = QString::number(QRandomGenerator::global()->generate(), 16).rightJustified(8, u'0');
    row.endpoint.name = newName();
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
        return tr("“%1” is not a valid address. An address looks like http://rack.lan:8000/v1.")
            .arg(address.left(80));
    for (const QChar letter : key)
        if (letter.unicode() <= ' ' || letter.unicode() > '~')
            return tr("A key cannot contain spaces or special characters.");
    Row& one = m_rows[static_cast<size_t>(row)];
    // A key is for the server it was typed for.
    const bool moved = one.endpoint.address.isValid() && !sameOrigin(one.endpoint.address, url);
    if (moved) one.endpoint.models.clear();
    one.endpoint.name = name.simplified().left(80);
    // Two servers on one host are told apart by their ports.
    if (one.endpoint.name.isEmpty() || one.endpoint.name == newName()) one.endpoint.name = url.authority();
    one.endpoint.address = url;
    if (keyChanged || moved) {
        one.key = keyChanged ? key.toLatin1() : QByteArray();
        if (one.key.isEmpty())
            m_keys.remove(one.endpoint.id);
        else
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
    endCall(one);
    HttpRequest request;
    request.address = QUrl(one.endpoint.address.toString() + QStringLiteral("/models"));
    if (!one.key.isEmpty()) request.headers.append({"Authorization", "Bearer " + one.key});
    request.quietMs = patienceMs;
    request.totalMs = wholeMs;
    one.asked.start();
    one.state = Asking;
    one.stateText = tr("Asking %1").arg(one.endpoint.host());
    one.body.clear();
    one.call = new HttpCall(std::move(request), this);
    connect(one.call, &HttpCall::received, this,
            [this, id = one.endpoint.id, call = one.call](const QByteArray& bytes) {
                const int at = rowOf(id);
                if (at < 0 || m_rows[static_cast<size_t>(at)].call != call) return;
                QByteArray& body = m_rows[static_cast<size_t>(at)].body;
                body += bytes;
                // No list of models is so long; an error says what it has to say before.
                if (body.size() > maximumListBytes) answered(id);
            });
    connect(one.call, &HttpCall::ended, this, [this, id = one.endpoint.id] { answered(id); });
    one.call->start();
    changed(row);
}

void Endpoints::endCall(Row& row) {
    if (row.call == nullptr) return;
    row.call->disconnect(this);
    row.call->abort();
    // It may be the one that is calling.
    row.call->deleteLater();
    row.call = nullptr;
}

void Endpoints::answered(const QString& id) {
    const int at = rowOf(id);
    if (at < 0 || m_rows[static_cast<size_t>(at)].call == nullptr) return;
    Row& row = m_rows[static_cast<size_t>(at)];
    const HttpCall& call = *row.call;
    const int status = call.status();
    const QString host = row.endpoint.host();
    row.state = Failed;
    if (call.failure() == HttpCall::Failure::NoHttp || row.body.size() > maximumListBytes) {
        row.stateText = notAServer(host);
    } else if (status == 0 || (status == 200 && call.failure() != HttpCall::Failure::None)) {
        row.stateText = failureText(call);
    } else if (status >= 300 && status < 400) {
        row.stateText = tr("%1 redirects to another address. Enter that one instead.").arg(host);
    } else if (status != 200) {
        row.stateText = endpointProblem(status, row.body, host, true);
    } else if (const auto list = readModels(row.body); !list) {
        row.stateText = notAServer(host);
    } else {
        row.state = Reached;
        row.stateText = tr("Answered in %1 ms").arg(row.asked.elapsed());
        std::vector<EndpointModel> models = list->models;
        for (EndpointModel& model : models)
            if (const EndpointModel* known = row.endpoint.find(model.id)) model.shown = known->shown;
        row.endpoint.models = std::move(models);
        row.endpoint.program = list->program;
        m_directory.put(row.endpoint, row.key);
        keep();
    }
    row.body.clear();
    endCall(row);
    changed(at);
}

void Endpoints::remove(int row) {
    if (row < 0 || row >= count()) return;
    const QString id = m_rows[static_cast<size_t>(row)].endpoint.id;
    endCall(m_rows[static_cast<size_t>(row)]);
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
                                   row.endpoint.label(), row.endpoint.isHere(), model.contextLength});
    return choices;
}

}  // namespace hearth::app
