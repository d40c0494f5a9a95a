#include "backend/cpu/expert_visits.h"

namespace hearth::cpu {

void ExpertVisits::begin(uint32_t experts) {
    m_visits.clear();
    m_first.assign(experts + 1, 0);
    m_rowFirst.assign(1, 0);
}

void ExpertVisits::add(const ExpertChoice& choice) {
    const auto row = static_cast<uint32_t>(m_rowFirst.size() - 1);
    for (size_t k = 0; k < choice.experts.size(); ++k) {
        m_visits.push_back({row, choice.experts[k], choice.weights[k]});
        ++m_first[choice.experts[k] + 1];
    }
    m_rowFirst.push_back(static_cast<uint32_t>(m_visits.size()));
}

void ExpertVisits::gather() {
    for (size_t expert = 1; expert < m_first.size(); ++expert) m_first[expert] += m_first[expert - 1];
    m_next.assign(m_first.begin(), m_first.end());
    m_byExpert.resize(m_visits.size());
    m_places.resize(m_visits.size());
    for (size_t visit = 0; visit < m_visits.size(); ++visit) {
        m_places[visit] = m_next[m_visits[visit].expert]++;
        m_byExpert[m_places[visit]] = m_visits[visit];
    }
}

}  // namespace hearth::cpu
