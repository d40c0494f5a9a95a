#include "prefix_store/write_budget.h"

#include <fstream>
#include <string>
#include <system_error>

#include "hearth/platform/file_names.h"

namespace hearth {

namespace {
/// So much is written between two notes of it.
constexpr uint64_t savedEvery = uint64_t{256} << 20U;
}  // namespace

WriteBudget::~WriteBudget() {
    if (m_unsaved > 0) save();
}

bool WriteBudget::take(uint64_t bytes, int64_t day) {
    if (!m_loaded) load();
    // Also after the clock was set back: what cannot be known counts from now on.
    if (day != m_day) m_day = day, m_bytes = 0;
    if (bytes > m_most || m_bytes > m_most - bytes) return false;
    m_bytes += bytes;
    m_unsaved += bytes;
    if (m_unsaved >= savedEvery) save();
    return true;
}

void WriteBudget::load() {
    m_loaded = true;
    std::error_code error;
    if (!std::filesystem::is_regular_file(m_file, error)) return;
    std::ifstream in(m_file);
    int64_t day = 0;
    uint64_t bytes = 0;
    if (in >> day >> bytes) m_day = day, m_bytes = bytes;
}

void WriteBudget::save() {
    m_unsaved = 0;
    const std::filesystem::path fresh = m_file.string() + ".new";
    std::error_code error;
    std::filesystem::remove(fresh, error);
    {
        std::ofstream out(fresh);
        out << m_day << ' ' << m_bytes << '\n';
        if (!out.flush()) return;
    }
    using enum std::filesystem::perms;
    std::filesystem::permissions(fresh, owner_read | owner_write, error);
    (void)platform::giveName(fresh, m_file, true);
}

}  // namespace hearth
