#include "reading/reading_child.h"

#include "hearth/platform/run_child.h"

namespace hearth::app {

ChildReading runReadingChild(const QString& program, const QStringList& arguments, const QString& inputPath,
                             int waitMs, qsizetype mostBytes, const std::stop_token& stop) {
    platform::ChildCommand command{.words = {program.toStdString()},
                                   .inputFile = inputPath.toStdString(),
                                   .mostBytes = static_cast<size_t>(mostBytes),
                                   .longest = std::chrono::milliseconds(waitMs),
                                   .variables = platform::ChildVariables::Reading};
    for (const QString& argument : arguments) command.words.push_back(argument.toStdString());
    QByteArray output;
    const auto take = [&output](std::span<const std::byte> bytes) {
        output.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    };
    const platform::ChildEnd end = platform::runChild(command, take, stop);
    switch (end.kind) {
        case platform::ChildEnd::Kind::Exited:
            return {.end = ChildReading::Exited, .status = end.status, .output = output};
        case platform::ChildEnd::Kind::NotStarted:
            return {.end = ChildReading::NotStarted, .detail = QString::fromStdString(end.reason)};
        case platform::ChildEnd::Kind::Stopped:
            return {.end = ChildReading::Stopped};
        case platform::ChildEnd::Kind::TookTooLong:
            return {.end = ChildReading::TooMuch, .passes = true};
        case platform::ChildEnd::Kind::WroteTooMuch:
        case platform::ChildEnd::Kind::Signalled:
            break;
    }
    return {.end = ChildReading::TooMuch};
}

}  // namespace hearth::app
