#include "jinja/render_budget.h"

#include <algorithm>
#include "jinja/jinja_errors.h"

#include "hearth/error.h"

namespace hearth::jinja {
namespace {

constexpr uint64_t kUnitsBetweenLooks = 250'000;

}  // namespace

thread_local RenderBudget* RenderBudget::t_current = nullptr;

RenderBudget::RenderBudget(uint64_t work, size_t memoryBytes, std::stop_token stop)
    : m_work(work), m_memoryLimit(memoryBytes), m_stop(std::move(stop)), m_outer(t_current) {
    t_current = this;
}

RenderBudget::~RenderBudget() {
    t_current = m_outer;
}

void RenderBudget::look(uint64_t units) {
    if (m_stop.stop_requested()) throw Error(ErrorCode::Cancelled, "The chat template was stopped.");
    m_work += m_slice;
    m_slice = 0;
    if (units > m_work) {
        throw Error(errors::templateTooMuchWork);
    }
    m_work -= units;
    m_slice = std::min(m_work, kUnitsBetweenLooks);
    m_work -= m_slice;
}

void RenderBudget::failMemory() {
    throw Error(errors::templateTooMuchMemory);
}

}  // namespace hearth::jinja
