#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "openai/field_reader.h"

namespace hearth::server {

/// Long texts of JSON values, each stored once: programs send a conversation with its pictures again in every
/// request. In a value, a name made from the text's hash replaces the text. For one thread.
class SharedTexts {
public:
    /// Shorter texts stay where they are.
    static constexpr size_t leastBytes = 4096;
    using Names = std::set<std::string>;

    using Texts = std::map<std::string, std::string>;

    /// Replaces the long texts of a value by names. Returns the texts by their names. Any thread: hashes of
    /// long texts take a while.
    static Texts extract(openai::Json& value);
    /// Adds the texts of a value, and counts the value as their user. Returns the names. `added`: receives
    /// those of texts that are new.
    Names take(Texts texts, Names& added);
    /// Adds a text without a user.
    void add(std::string text);
    /// Counts a value with these names as their user. Returns false and counts nothing if a text is missing.
    bool use(const Names& names);
    /// Undoes take() or use() of a value, and drops texts that have no user left.
    void release(const Names& names);
    /// Drops texts that were added and never used.
    void dropUnused();

    /// Finds the names in a value.
    static Names namesIn(const openai::Json& value);
    /// Replaces names by their texts. Returns false if a text is missing.
    bool restore(openai::Json& value) const;
    /// Finds a text by its name; nullptr if there is none.
    const std::string* find(const std::string& name) const;
    Names names() const;
    /// Bytes of all texts.
    uint64_t bytes() const noexcept { return m_bytes; }

private:
    struct Entry {
        std::string text;
        size_t users = 0;  ///< values
    };
    /// Adds a text under its name. Returns false if it is here already.
    bool insert(const std::string& name, std::string text);

    std::unordered_map<std::string, Entry> m_texts;  ///< by name
    uint64_t m_bytes = 0;
};

}  // namespace hearth::server
