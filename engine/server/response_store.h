#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hearth/work_thread.h"
#include "openai/field_reader.h"
#include "server/response_file.h"

namespace hearth::server {

/// The responses that can be gone on from and asked for, each with the input of its own request. It holds a
/// bounded number of bytes, and the oldest go first. With a file they are there after a restart as well; it
/// is written on a thread of its own, and what cannot be written is kept in memory alone. From any thread.
class ResponseStore {
public:
    static constexpr uint64_t defaultBytes = uint64_t{32} << 20U;

    /// In memory alone.
    explicit ResponseStore(uint64_t mostBytes = defaultBytes) : m_mostBytes(mostBytes) {}
    /// Throws Error as ResponseFile does.
    ResponseStore(const std::filesystem::path& file, uint64_t mostBytes);
    /// Writes what is not written yet.
    ~ResponseStore();
    ResponseStore(const ResponseStore&) = delete;
    ResponseStore& operator=(const ResponseStore&) = delete;

    /// `input`: the items of the request; `previous`: the id of the response before, or "".
    void put(const std::string& id, const std::string& previous, const openai::Json& input,
             const openai::Json& response);
    std::optional<openai::Json> find(const std::string& id) const;
    /// False: there is none.
    bool remove(const std::string& id);
    /// All items of a conversation up to the end of this response, in order; nullopt where a part is missing.
    std::optional<openai::Json> itemsUpTo(const std::string& id) const;

private:
    struct Entry {
        std::string id, record;
    };
    void add(std::string id, std::string record);
    std::optional<openai::Json> recordOf(const std::string& id) const;
    void write();

    uint64_t m_mostBytes;
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries;  ///< the oldest first
    std::unordered_map<std::string, std::list<Entry>::iterator> m_byId;
    uint64_t m_bytes = 0;
    std::vector<std::string> m_unwritten;  ///< records
    bool m_rewrite = false;                ///< something is to go from the file
    std::unique_ptr<ResponseFile> m_file;  ///< none: in memory alone; for one thread
    std::unique_ptr<WorkThread> m_writer;  // last: it uses the others
};

}  // namespace hearth::server
