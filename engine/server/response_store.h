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
#include "server/shared_texts.h"

namespace hearth::server {

/// Responses that can be continued and retrieved, each with the input of its own request; long texts of
/// inputs, such as pictures, are stored once. Bounded in bytes: the oldest responses are dropped first. With
/// a file they survive a restart; it is written on a thread of its own, and what cannot be written stays in
/// memory. From any thread.
class ResponseStore {
public:
    static constexpr uint64_t defaultBytes = uint64_t{128} << 20U;

    /// In memory alone.
    explicit ResponseStore(uint64_t mostBytes = defaultBytes) : m_mostBytes(mostBytes) {}
    /// Throws Error as ResponseFile does.
    ResponseStore(const std::filesystem::path& file, uint64_t mostBytes);
    /// Writes what is not written yet.
    ~ResponseStore();
    ResponseStore(const ResponseStore&) = delete;
    ResponseStore& operator=(const ResponseStore&) = delete;

    /// `input`: the items of the request; `previous`: the id of the response before, or "".
    void put(const std::string& id, const std::string& previous, openai::Json input,
             const openai::Json& response);
    std::optional<openai::Json> find(const std::string& id) const;
    /// False: there is none.
    bool remove(const std::string& id);
    /// All items of a conversation up to the end of this response, in order; nullopt where a part is missing.
    std::optional<openai::Json> itemsUpTo(const std::string& id) const;

private:
    struct Entry {
        std::string id, record;
        SharedTexts::Names texts = {};  ///< named by the record's input
    };
    /// Adds an entry that is counted as a user of its texts already.
    void add(Entry entry);
    using Entries = std::list<Entry>;
    void erase(Entries::iterator entry);
    /// Drops entries until the rest fits. Every text must have a user.
    void dropOldest();
    /// Finds a record. Its input has names in place of long texts.
    std::optional<openai::Json> recordOf(const std::string& id) const;
    /// Replaces names in the input of a record by their texts. Returns false if one was dropped meanwhile.
    bool restoreTexts(openai::Json& record) const;
    void write();

    uint64_t m_mostBytes;
    mutable std::mutex m_mutex;
    Entries m_entries;  ///< the oldest first
    std::unordered_map<std::string, Entries::iterator> m_byId;
    SharedTexts m_texts;
    uint64_t m_recordBytes = 0;
    std::vector<std::string> m_unwritten;  ///< records
    SharedTexts::Names m_unwrittenTexts;   ///< new ones named by these
    bool m_rewrite = false;                ///< the next write replaces the whole file
    std::unique_ptr<ResponseFile> m_file;  ///< none: in memory alone; for one thread
    std::unique_ptr<WorkThread> m_writer;  // last: it uses the others
};

}  // namespace hearth::server
