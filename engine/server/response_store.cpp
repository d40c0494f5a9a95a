#include "server/response_store.h"

#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "hearth/bounded_json.h"
#include "openai/reply_json.h"

namespace hearth::server {

using openai::Json;

ResponseStore::ResponseStore(const std::filesystem::path& file, uint64_t mostBytes)
    : m_mostBytes(mostBytes), m_file(std::make_unique<ResponseFile>(file)) {
    for (std::string& record : m_file->read()) {
        const Json json = parseOrderedJson(record);
        const Json& id = openai::memberOf(json, "id");
        if (id.is_string()) add(id.get<std::string>(), std::move(record));
    }
    m_writer = std::make_unique<WorkThread>();
}

ResponseStore::~ResponseStore() {
    m_writer.reset();
    write();
}

void ResponseStore::add(std::string id, std::string record) {
    if (record.size() > m_mostBytes) return;
    // An id twice, in a file that others wrote: the one before could not be removed any more.
    if (const auto known = m_byId.find(id); known != m_byId.end()) {
        m_bytes -= known->second->record.size();
        m_entries.erase(known->second);
        m_byId.erase(known);
    }
    m_bytes += record.size();
    m_entries.push_back({id, std::move(record)});
    m_byId[std::move(id)] = std::prev(m_entries.end());
    while (m_bytes > m_mostBytes) {
        m_bytes -= m_entries.front().record.size();
        m_byId.erase(m_entries.front().id);
        m_entries.pop_front();
    }
}

void ResponseStore::put(const std::string& id, const std::string& previous, const Json& input,
                        const Json& response) {
    std::string record =
        openai::dumped({{"id", id}, {"previous", previous}, {"input", input}, {"response", response}});
    const std::scoped_lock lock(m_mutex);
    if (m_file) m_unwritten.push_back(record);
    add(id, std::move(record));
    if (m_writer) m_writer->post([this](const std::stop_token&) { write(); });
}

std::optional<Json> ResponseStore::recordOf(const std::string& id) const {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_byId.find(id);
    if (found == m_byId.end()) return std::nullopt;
    Json record = parseOrderedJson(found->second->record);
    if (record.is_discarded()) return std::nullopt;
    return record;
}

std::optional<Json> ResponseStore::find(const std::string& id) const {
    const auto record = recordOf(id);
    if (!record) return std::nullopt;
    return openai::memberOf(*record, "response");
}

bool ResponseStore::remove(const std::string& id) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_byId.find(id);
    if (found == m_byId.end()) return false;
    m_bytes -= found->second->record.size();
    m_entries.erase(found->second);
    m_byId.erase(found);
    m_rewrite = true;
    if (m_writer) m_writer->post([this](const std::stop_token&) { write(); });
    return true;
}

std::optional<Json> ResponseStore::itemsUpTo(const std::string& id) const {
    std::vector<Json> records;
    std::unordered_set<std::string> met;
    for (std::string next = id; !next.empty();) {
        // A file that others wrote may lead in a circle.
        if (!met.insert(next).second) return std::nullopt;
        std::optional<Json> record = recordOf(next);
        if (!record) return std::nullopt;
        const Json& previous = openai::memberOf(*record, "previous");
        next = previous.is_string() ? previous.get<std::string>() : std::string();
        records.push_back(std::move(*record));
    }
    Json items = Json::array();
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
        const Json& response = openai::memberOf(*record, "response");
        for (const Json* list : {&openai::memberOf(*record, "input"), &openai::memberOf(response, "output")})
            for (const Json& item : *list) items.push_back(item);
    }
    return items;
}

void ResponseStore::write() {
    if (!m_file) return;
    std::vector<std::string> records;
    bool whole = false;
    {
        const std::scoped_lock lock(m_mutex);
        records = std::exchange(m_unwritten, {});
        // A file that holds as much again of what is gone is made anew.
        whole = std::exchange(m_rewrite, false) || m_file->bytes() > 2 * m_mostBytes;
        if (whole) {
            records.clear();
            for (const Entry& entry : m_entries) records.push_back(entry.record);
        }
    }
    if (whole)
        m_file->replace(records);
    else
        m_file->append(records);
}

}  // namespace hearth::server
