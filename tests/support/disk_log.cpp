#include "support/disk_log.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

namespace hearth::test {

namespace {

constexpr uint64_t sectorBytes = 512;

void put(std::string& file, uint64_t offset, std::string_view bytes) {
    if (file.size() < offset + bytes.size()) file.resize(offset + bytes.size());
    std::memcpy(file.data() + offset, bytes.data(), bytes.size());
}

/// Folders and files by their paths.
struct Tree {
    std::set<std::string> folders;
    std::map<std::string, uint64_t> files;

    void rename(const std::string& from, const std::string& to) {
        if (const auto file = files.extract(from); !file.empty()) {
            files[to] = file.mapped();
            return;
        }
        // A folder takes along what is in it.
        const auto moved = [&](const std::string& path) { return to + path.substr(from.size()); };
        std::set<std::string> newFolders;
        std::map<std::string, uint64_t> newFiles;
        const auto isIn = [&](const std::string& path) {
            return path == from || path.starts_with(from + '/');
        };
        for (const auto& path : folders) newFolders.insert(isIn(path) ? moved(path) : path);
        for (const auto& [path, file] : files) newFiles[isIn(path) ? moved(path) : path] = file;
        folders = std::move(newFolders);
        files = std::move(newFiles);
    }
};

}  // namespace

void DiskLog::addName(Name name) {
    m_steps.push_back({.kind = Step::Names, .name = std::move(name)});
}

void DiskLog::write(File file, uint64_t offset, std::string_view bytes) {
    m_steps.push_back({.kind = Step::Write, .file = file, .offset = offset, .bytes = std::string(bytes)});
}

void DiskLog::resize(File file, uint64_t size) {
    m_steps.push_back({.kind = Step::Resize, .file = file, .offset = size});
}

void DiskLog::syncFile(File file) {
    m_steps.push_back({.kind = Step::SyncFile, .file = file});
}

void DiskLog::syncFolder() {
    m_steps.push_back({.kind = Step::SyncFolder});
}

void DiskLog::acknowledge() {
    m_steps.push_back({.kind = Step::Acknowledge});
}

size_t DiskLog::acknowledged(size_t steps) const noexcept {
    return static_cast<size_t>(
        std::count_if(m_steps.begin(), m_steps.begin() + static_cast<std::ptrdiff_t>(steps),
                      [](const Step& step) { return step.kind == Step::Acknowledge; }));
}

std::string DiskLog::left(const Content& content, std::mt19937_64& random) {
    std::string bytes = content.durable;
    // Nothing of it, half of it or all: what a disk had time for.
    const uint64_t kept = random() % 3;
    for (const Step* step : content.pending) {
        if (step->kind == Step::Resize) {
            if (kept > 0) bytes.resize(step->offset);
            continue;
        }
        const std::string_view written = step->bytes;
        for (uint64_t at = 0; at < written.size();) {
            const uint64_t length =
                std::min(written.size() - at, sectorBytes - (step->offset + at) % sectorBytes);
            const std::string_view sector = written.substr(at, length);
            if (kept == 2 || (kept == 1 && random() % 2 == 0))
                put(bytes, step->offset + at, sector);
            else if (kept == 1 && bytes.size() < step->offset + at + length)
                bytes.resize(step->offset + at + length);
            at += length;
        }
    }
    return bytes;
}

void DiskLog::writeTo(const std::string& folder, size_t steps, std::mt19937_64& random) const {
    std::map<File, Content> contents;
    std::vector<const Name*> names;
    size_t durableNames = 0;
    for (size_t i = 0; i < steps; ++i) {
        const Step& step = m_steps.at(i);
        if (step.kind == Step::Names) names.push_back(&step.name);
        if (step.kind == Step::SyncFolder) durableNames = names.size();
        if (step.kind == Step::Write || step.kind == Step::Resize)
            contents[step.file].pending.push_back(&step);
        if (step.kind != Step::SyncFile) continue;
        Content& content = contents[step.file];
        for (const Step* pending : content.pending)
            if (pending->kind == Step::Resize)
                content.durable.resize(pending->offset);
            else
                put(content.durable, pending->offset, pending->bytes);
        content.pending.clear();
    }
    names.resize(durableNames + random() % (names.size() - durableNames + 1));
    Tree tree;
    for (const Name* name : names)
        if (name->to.empty()) {
            tree.files.erase(name->from);
            tree.folders.erase(name->from);
        } else if (!name->from.empty()) {
            tree.rename(name->from, name->to);
        } else if (name->folder) {
            tree.folders.insert(name->to);
        } else {
            tree.files[name->to] = name->file;
        }
    for (const auto& path : tree.folders) std::filesystem::create_directories(folder + '/' + path);
    for (const auto& [path, file] : tree.files) {
        std::filesystem::create_directories(std::filesystem::path(folder + '/' + path).parent_path());
        const auto content = contents.find(file);
        std::ofstream out(folder + '/' + path, std::ios::binary);
        if (content != contents.end()) out << left(content->second, random);
        if (!out.flush()) throw std::runtime_error(path + " cannot be written");
    }
}

}  // namespace hearth::test
