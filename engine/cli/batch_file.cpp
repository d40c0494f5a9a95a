#include "cli/batch_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/line_reader.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/platform/sync_path.h"

namespace hearth::cli {

namespace {

/// An answer repeats nothing of its request but the id; a reply's text is bounded by the context.
constexpr size_t mostAnswerBytes = size_t{256} << 20U;

[[noreturn]] void throwBatchIo(const std::string& path, const char* what) {
    throw Error(ErrorCode::Io, "The file " + path + " cannot be " + what + ": " + std::strerror(errno) + ".");
}

/// True if a truncated line may be the beginning of an answer.
bool beginsAnAnswer(std::string_view text) {
    static constexpr std::array<std::string_view, 2> beginnings = {R"({"id":"batch_req_)",
                                                                   R"({"custom_id":)"};
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
        return text.starts_with(beginning) || beginning.starts_with(text);
    });
}

/// True if a line, which begins at `begin` in its file, was not completely on the disk when the power failed.
/// Zeros then replace whole sectors, or the part of a sector before the next line. Other files have zeros
/// elsewhere.
bool isTorn(std::string_view text, uint64_t begin) {
    constexpr uint64_t sectorBytes = 512;
    bool torn = false;
    for (size_t i = 0; i < text.size();) {
        if (text[i] != '\0') {
            if (static_cast<unsigned char>(text[i]) < 0x20) return false;
            ++i;
            continue;
        }
        const size_t end = std::min(text.find_first_not_of('\0', i), text.size());
        if (i > 0 && (begin + i) % sectorBytes != 0) return false;
        if (end < text.size() && (begin + end) % sectorBytes != 0 && !beginsAnAnswer(text.substr(end)))
            return false;
        torn = true;
        i = end;
    }
    return torn;
}

}  // namespace

BatchFile::BatchFile(std::string path, platform::FileHandle input) : m_path(std::move(path)) {
    open(input);
    resume();
}

BatchFile::~BatchFile() {
    if (m_unsynced) (void)m_file.sync();
}

void BatchFile::open(platform::FileHandle input) {
    using platform::Open;
    // Without NoWait, opening a pipe that has no reader would block instead of failing.
    m_file = platform::File(
        m_path, Open::Read | Open::Write | Open::Create | Open::Append | Open::NoLink | Open::NoWait);
    if (!m_file.isOpen() && errno == ELOOP)
        throw Error(ErrorCode::BadInput,
                    "The file " + m_path + " is a link; name the file itself for the answers.");
    if (!m_file.isOpen()) throwBatchIo(m_path, "opened");
    const auto own = m_file.facts(), other = input.facts();
    if (!own || !other) throwBatchIo(m_path, "read");
    if (own->kind != platform::FileKind::Regular)
        throw Error(ErrorCode::BadInput, "The answers cannot be kept in " + m_path +
                                             ", which is not a regular file; choose another name for them.");
    if (own->identity == other->identity)
        throw Error(ErrorCode::BadInput, "The answers cannot be written to " + m_path +
                                             ", which holds the requests; choose another name for them.");
    // Without the name of a new file what is synced in it would be lost.
    if (own->sizeBytes == 0) (void)platform::syncPath(platform::folderOf(m_path));
    if (!m_file.lock())
        throw Error(ErrorCode::BadInput, "Another program is writing answers to " + m_path +
                                             "; wait until it ends, or choose another name for them.");
}

void BatchFile::resume() {
    const auto refuse = [&](const LineReader::Line& line) {
        throw Error(ErrorCode::BadInput, "Line " + std::to_string(line.number) + " of " + m_path +
                                             " is not the answer of a batch; choose another name for the "
                                             "answers.");
    };
    LineReader reader(m_file, m_path, mostAnswerBytes);
    std::optional<uint64_t> cut;
    while (const auto line = reader.next()) {
        const uint64_t begin = line->begin;
        if (isTorn(line->text, line->begin)) {
            cut = begin;
            break;
        }
        if (!line->whole) {
            if (!beginsAnAnswer(line->text)) refuse(*line);
            cut = begin;
            break;
        }
        if (line->tooLong || !takeIn(line->text)) refuse(*line);
        m_end = begin + line->text.size() + 1;
    }
    if (cut && !m_file.truncate(*cut)) throwBatchIo(m_path, "written");
}

bool BatchFile::takeIn(std::string_view line) {
    const auto json = parseJson(line);
    if (!json.is_object() || !json.contains("custom_id") || !json.contains("response") ||
        !json.contains("error"))
        return false;
    const auto& id = json.at("custom_id");
    const auto& fault = json.at("error");
    if (json.at("response").is_object()) {
        if (!id.is_string()) return false;
        m_answered.insert(id.get<std::string>());
        return true;
    }
    if (!fault.is_object() || !fault.contains("line") || !fault.at("line").is_number_unsigned()) return false;
    m_faults.insert(fault.at("line").get<uint64_t>());
    return true;
}

void BatchFile::append(std::string_view line) {
    if (!m_file.write(line)) {
        const int problem = errno;
        (void)m_file.truncate(m_end);
        errno = problem;
        throwBatchIo(m_path, "written");
    }
    m_end += line.size();
    m_unsynced = true;
    syncIfDue();
}

void BatchFile::syncIfDue() {
    if (m_unsynced && Clock::now() - m_synced >= std::chrono::seconds(1)) sync();
}

void BatchFile::sync() {
    if (m_unsynced && !m_file.sync()) throwBatchIo(m_path, "written");
    m_unsynced = false;
    m_synced = Clock::now();
}

}  // namespace hearth::cli
