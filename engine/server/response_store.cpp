#include "server/response_store.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "hearth/bounded_json.h"
#include "openai/reply_json.h"

namespace hearth::server {

using openai::Json;

namespace {

/// First byte of a text's record in the file; records of responses are JSON objects.
constexpr char textMark = '\x1F';

}  // namespace

ResponseStore::ResponseStore(const std::filesystem::path& file, uint64_t mostBytes)
    : m_mostBytes(mostBytes), m_file(std::make_unique<ResponseFile>(file)) {
    for (std::string& record : m_file->read()) {
        if (record.starts_with(textMark)) {
            m_texts.add(record.substr(1));
            continue;
        }
        const Json json = parseOrderedJson(record);
        const Json& id = openai::memberOf(json, "id");
        SharedTexts::Names texts = SharedTexts::namesIn(openai::memberOf(json, "input"));
        if (id.is_string() && m_texts.use(texts))
            add({id.get<std::string>(), std::move(record), std::move(texts)});
    }
    m_texts.dropUnused();
    dropOldest();
    m_writer = std::make_unique<WorkThread>();
}

ResponseStore::~ResponseStore() {
    m_writer.reset();
    write();
}

void ResponseStore::add(Entry entry) {
    // An id twice, in a file that others wrote: the one before could not be removed any more.
    if (const auto known = m_byId.find(entry.id); known != m_byId.end()) erase(known->second);
    m_recordBytes += entry.record.size();
    m_entries.push_back(std::move(entry));
    m_byId[m_entries.back().id] = std::prev(m_entries.end());
}

void ResponseStore::dropOldest() {
    while (m_recordBytes + m_texts.bytes() > m_mostBytes) erase(m_entries.begin());
}

void ResponseStore::erase(Entries::iterator entry) {
    m_recordBytes -= entry->record.size();
    m_texts.release(entry->texts);
    m_byId.erase(entry->id);
    m_entries.erase(entry);
}

void ResponseStore::put(const std::string& id, const std::string& previous, Json input,
                        const Json& response) {
    SharedTexts::Texts inputTexts = SharedTexts::extract(input);
    std::string record =
        openai::dumped({{"id", id}, {"previous", previous}, {"input", input}, {"response", response}});
    const std::scoped_lock lock(m_mutex);
    SharedTexts::Names added;
    SharedTexts::Names texts = m_texts.take(std::move(inputTexts), added);
    // A response that is too large displaces no others.
    uint64_t needed = record.size();
    for (const std::string& name : texts) needed += m_texts.find(name)->size();
    if (needed > m_mostBytes) return m_texts.release(texts);
    if (m_file) {
        m_unwritten.push_back(record);
        m_unwrittenTexts.merge(added);
    }
    add({id, std::move(record), std::move(texts)});
    dropOldest();
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

bool ResponseStore::restoreTexts(Json& record) const {
    const std::scoped_lock lock(m_mutex);
    return m_texts.restore(record["input"]);
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
    erase(found->second);
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
        if (!record || !restoreTexts(*record)) return std::nullopt;
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
        SharedTexts::Names texts = std::exchange(m_unwrittenTexts, {});
        std::vector<std::string> unwritten = std::exchange(m_unwritten, {});
        // A file with as much outdated content again is rewritten.
        whole = std::exchange(m_rewrite, false) || m_file->bytes() > 2 * m_mostBytes;
        if (whole) texts = m_texts.names();
        for (const std::string& name : texts)
            if (const std::string* text = m_texts.find(name)) records.push_back(textMark + *text);
        if (whole)
            for (const Entry& entry : m_entries) records.push_back(entry.record);
        else
            std::ranges::move(unwritten, std::back_inserter(records));
    }
    const bool written = whole ? m_file->replace(records) : m_file->append(records);
    if (written) return;
    // Later records may name texts that the file lacks now.
    const std::scoped_lock lock(m_mutex);
    m_rewrite = true;
}

}  // namespace hearth::server
