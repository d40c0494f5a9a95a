#include "machine/machine_findings.h"
#include "inference/message_json.h"

#include <QJsonArray>
#include <array>
#include <utility>

namespace hearth::app {

namespace {

QString fromUtf8(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

/// The names of kinds of devices as they are kept.
constexpr std::array<std::pair<DeviceType, const char*>, 3> typeNames{{
    {DeviceType::Processor, "processor"},
    {DeviceType::GraphicsCard, "graphicsCard"},
    {DeviceType::Accelerator, "accelerator"},
}};

QString typeName(DeviceType type) {
    for (const auto& [one, name] : typeNames)
        if (one == type) return QString::fromLatin1(name);
    return {};
}

DeviceType typeOf(const QJsonValue& json) {
    for (const auto& [type, name] : typeNames)
        if (json.toString() == QLatin1String(name)) return type;
    return DeviceType::Processor;
}

QJsonArray detailsJson(const std::vector<DeviceDetail>& details) {
    QJsonArray array;
    for (const DeviceDetail& detail : details)
        array.append(QJsonObject{{QStringLiteral("key"), fromUtf8(detail.key)},
                                 {QStringLiteral("value"), fromUtf8(detail.value)},
                                 {QStringLiteral("label"), fromUtf8(detail.label)}});
    return array;
}

std::vector<DeviceDetail> detailsOf(const QJsonValue& json) {
    std::vector<DeviceDetail> details;
    for (const QJsonValue& one : json.toArray())
        details.push_back({.key = one[QLatin1String("key")].toString().toStdString(),
                           .value = one[QLatin1String("value")].toString().toStdString(),
                           .label = one[QLatin1String("label")].toString().toStdString()});
    return details;
}

QJsonObject deviceJson(const DeviceCheck& device) {
    return {{QStringLiteral("title"), fromUtf8(device.title)},
            {QStringLiteral("type"), typeName(device.type)},
            {QStringLiteral("name"), fromUtf8(device.info.name)},
            {QStringLiteral("device"), fromUtf8(device.device.name)},
            {QStringLiteral("threads"), device.device.threads},
            {QStringLiteral("instructions"), fromUtf8(device.device.instructions)},
            {QStringLiteral("memoryBytes"), static_cast<double>(device.info.memoryBytes)},
            {QStringLiteral("details"), detailsJson(device.info.details)},
            {QStringLiteral("readBytesPerS"), device.bandwidth.read},
            {QStringLiteral("failure"), toJson(device.failure)}};
}

DeviceCheck deviceOf(const QJsonObject& json) {
    DeviceCheck device;
    device.title = json[QLatin1String("title")].toString().toStdString();
    device.type = typeOf(json[QLatin1String("type")]);
    device.info.name = json[QLatin1String("name")].toString().toStdString();
    device.device = {.name = json[QLatin1String("device")].toString().toStdString(),
                     .threads = json[QLatin1String("threads")].toInt(),
                     .instructions = json[QLatin1String("instructions")].toString().toStdString()};
    device.info.memoryBytes =
        static_cast<uint64_t>(qBound(0.0, json[QLatin1String("memoryBytes")].toDouble(), 1e15));
    device.info.details = detailsOf(json[QLatin1String("details")]);
    device.bandwidth.read = json[QLatin1String("readBytesPerS")].toDouble();
    device.failure = messageOf(json[QLatin1String("failure")].toObject());
    return device;
}

QJsonObject missingJson(const MachineFindings::Missing& missing) {
    return {{QStringLiteral("title"), missing.title},
            {QStringLiteral("type"), typeName(missing.type)},
            {QStringLiteral("reason"), toJson(missing.reason)}};
}

MachineFindings::Missing missingOf(const QJsonObject& json) {
    return {.title = json[QLatin1String("title")].toString(),
            .type = typeOf(json[QLatin1String("type")]),
            .reason = messageOf(json[QLatin1String("reason")].toObject())};
}

QJsonObject operationJson(const OperationCheck& operation) {
    return {{QStringLiteral("name"), fromUtf8(operation.name)},
            {QStringLiteral("error"), operation.error},
            {QStringLiteral("tolerance"), operation.tolerance},
            {QStringLiteral("failure"), toJson(operation.failure)}};
}

OperationCheck operationOf(const QJsonObject& json) {
    OperationCheck operation;
    operation.name = json[QLatin1String("name")].toString().toStdString();
    operation.error = json[QLatin1String("error")].toDouble();
    operation.tolerance = json[QLatin1String("tolerance")].toDouble();
    operation.failure = messageOf(json[QLatin1String("failure")].toObject());
    return operation;
}

template <class Part, class Write>
QJsonArray arrayOf(const std::vector<Part>& parts, Write write) {
    QJsonArray array;
    for (const Part& part : parts) array.append(write(part));
    return array;
}

template <class Part>
std::vector<Part> partsOf(const QJsonValue& array, Part (*read)(const QJsonObject&)) {
    std::vector<Part> parts;
    for (const QJsonValue& part : array.toArray()) parts.push_back(read(part.toObject()));
    return parts;
}

}  // namespace

QJsonObject MachineFindings::toJson() const {
    QJsonObject json{{QStringLiteral("at"), at.toUTC().toString(Qt::ISODate)},
                     {QStringLiteral("seconds"), seconds},
                     {QStringLiteral("processor"), processor},
                     {QStringLiteral("devices"), arrayOf(devices, deviceJson)},
                     {QStringLiteral("failed"), arrayOf(failed, deviceJson)},
                     {QStringLiteral("wrong"), arrayOf(wrong, operationJson)},
                     {QStringLiteral("operations"), operations},
                     {QStringLiteral("missing"), arrayOf(missing, missingJson)}};
    if (disk)
        json[QLatin1String("disk")] = QJsonObject{{QStringLiteral("folder"), disk->folder},
                                                  {QStringLiteral("bytesPerS"), disk->bytesPerS}};
    if (keyring)
        json[QLatin1String("keyring")] = QJsonObject{{QStringLiteral("reached"), keyring->reached},
                                                     {QStringLiteral("keys"), keyring->keys}};
    if (pictures) json[QLatin1String("pictures")] = static_cast<int>(*pictures);
    return json;
}

std::optional<MachineFindings> MachineFindings::fromJson(const QJsonObject& json) {
    MachineFindings findings;
    findings.at = QDateTime::fromString(json[QLatin1String("at")].toString(), Qt::ISODate).toLocalTime();
    if (!findings.at.isValid()) return std::nullopt;
    findings.seconds = json[QLatin1String("seconds")].toDouble();
    findings.processor = json[QLatin1String("processor")].toString();
    findings.devices = partsOf(json[QLatin1String("devices")], deviceOf);
    findings.failed = partsOf(json[QLatin1String("failed")], deviceOf);
    findings.wrong = partsOf(json[QLatin1String("wrong")], operationOf);
    findings.operations = json[QLatin1String("operations")].toInt();
    findings.missing = partsOf(json[QLatin1String("missing")], missingOf);
    if (const QJsonValue disk = json[QLatin1String("disk")]; disk.isObject())
        findings.disk =
            Disk{disk[QLatin1String("folder")].toString(), disk[QLatin1String("bytesPerS")].toDouble()};
    if (const QJsonValue keyring = json[QLatin1String("keyring")]; keyring.isObject())
        findings.keyring =
            Keyring{keyring[QLatin1String("reached")].toBool(), keyring[QLatin1String("keys")].toInt()};
    constexpr int last = static_cast<int>(PictureSandbox::Unknown);
    if (const int kept = json[QLatin1String("pictures")].toInt(-1); kept >= 0 && kept <= last)
        findings.pictures = static_cast<PictureSandbox>(kept);
    return findings;
}

}  // namespace hearth::app
