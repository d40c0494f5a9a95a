#include "machine/machine_findings.h"

#include <QJsonArray>

namespace hearth::app {

namespace {

QString fromUtf8(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QJsonObject deviceJson(const DeviceCheck& device) {
    return {{QStringLiteral("gpu"), device.gpu},
            {QStringLiteral("name"), fromUtf8(device.name)},
            {QStringLiteral("readBytesPerS"), device.readBytesPerS},
            {QStringLiteral("major"), device.card.computeMajor},
            {QStringLiteral("minor"), device.card.computeMinor},
            {QStringLiteral("memoryBytes"), static_cast<double>(device.card.memoryBytes)},
            {QStringLiteral("driver"), device.card.driverVersion},
            {QStringLiteral("failure"), fromUtf8(device.failure)}};
}

DeviceCheck deviceOf(const QJsonObject& json) {
    DeviceCheck device;
    device.gpu = json[QLatin1String("gpu")].toBool();
    device.name = json[QLatin1String("name")].toString().toStdString();
    device.readBytesPerS = json[QLatin1String("readBytesPerS")].toDouble();
    device.card.computeMajor = json[QLatin1String("major")].toInt();
    device.card.computeMinor = json[QLatin1String("minor")].toInt();
    device.card.memoryBytes =
        static_cast<uint64_t>(qBound(0.0, json[QLatin1String("memoryBytes")].toDouble(), 1e15));
    device.card.driverVersion = json[QLatin1String("driver")].toInt();
    device.failure = json[QLatin1String("failure")].toString().toStdString();
    return device;
}

QJsonObject operationJson(const OperationCheck& operation) {
    return {{QStringLiteral("name"), fromUtf8(operation.name)},
            {QStringLiteral("error"), operation.error},
            {QStringLiteral("tolerance"), operation.tolerance},
            {QStringLiteral("failure"), fromUtf8(operation.failure)}};
}

OperationCheck operationOf(const QJsonObject& json) {
    OperationCheck operation;
    operation.name = json[QLatin1String("name")].toString().toStdString();
    operation.error = json[QLatin1String("error")].toDouble();
    operation.tolerance = json[QLatin1String("tolerance")].toDouble();
    operation.failure = json[QLatin1String("failure")].toString().toStdString();
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
                     {QStringLiteral("noGpuReason"), noGpuReason}};
    if (disk)
        json[QLatin1String("disk")] = QJsonObject{{QStringLiteral("folder"), disk->folder},
                                                  {QStringLiteral("bytesPerS"), disk->bytesPerS}};
    if (keyring)
        json[QLatin1String("keyring")] = QJsonObject{{QStringLiteral("reached"), keyring->reached},
                                                     {QStringLiteral("keys"), keyring->keys}};
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
    findings.noGpuReason = json[QLatin1String("noGpuReason")].toString();
    if (const QJsonValue disk = json[QLatin1String("disk")]; disk.isObject())
        findings.disk =
            Disk{disk[QLatin1String("folder")].toString(), disk[QLatin1String("bytesPerS")].toDouble()};
    if (const QJsonValue keyring = json[QLatin1String("keyring")]; keyring.isObject())
        findings.keyring =
            Keyring{keyring[QLatin1String("reached")].toBool(), keyring[QLatin1String("keys")].toInt()};
    return findings;
}

}  // namespace hearth::app
