#include "reading/reading_child.h"

#include "hearth/run_child.h"

namespace hearth::app {

ChildReading runReadingChild(const QString& program, const QStringList& arguments, const QString& inputPath,
                             int waitMs, qsizetype mostBytes, const std::stop_token& stop) {
    ChildCommand command{.words = {program.toStdString()},
                         .inputFile = inputPath.toStdString(),
                         .mostBytes = static_cast<size_t>(mostBytes),
                         .longest = std::chrono::milliseconds(waitMs)};
    for (const QString& argument : arguments) command.words.push_back(argument.toStdString());
    QByteArray output;
    const auto take = [&output](std::span<const std::byte> bytes) {
        output.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    };
    const ChildEnd end = runChild(command, take, stop);
    switch (end.kind) {
        case ChildEnd::Kind::Exited:
            return {.end = ChildReading::Exited, .status = end.status, .output = output};
        case ChildEnd::Kind::NotStarted:
            return {.end = ChildReading::NotStarted, .detail = QString::fromStdString(end.reason)};
        case ChildEnd::Kind::Stopped:
            return {.end = ChildReading::Stopped};
        case ChildEnd::Kind::TookTooLong:
            return {.end = ChildReading::TooMuch, .passes = true};
        case ChildEnd::Kind::WroteTooMuch:
        case ChildEnd::Kind::Signalled:
            break;
    }
    return {.end = ChildReading::TooMuch};
}

}  // namespace hearth::app
