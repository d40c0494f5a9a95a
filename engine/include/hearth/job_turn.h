#pragma once

#include <memory>
#include <stop_token>

#include "hearth/processor_share.h"

namespace hearth {

class ProcessorTurns;

/// Shares the processor between a background job, such as quantizing a model, and the models of a host.
/// Replies have priority: while one runs, the job gets a twentieth of the time.
class JobTurn final : public ProcessorShare {
public:
    /// `turns`: ModelHost::turns(); nullptr: no model computes at the same time. `stop`: ends every wait.
    JobTurn(std::shared_ptr<ProcessorTurns> turns, std::stop_token stop);
    ~JobTurn() override;
    JobTurn(const JobTurn&) = delete;
    JobTurn& operator=(const JobTurn&) = delete;

    void giveWay() override;
    void leave() override;

private:
    class Seat;

    const std::stop_token m_stop;
    const std::unique_ptr<Seat> m_seat;  ///< nullptr: there are no turns
};

}  // namespace hearth
