#pragma once

#include <QString>
#include <memory>
#include <utility>

#include "hearth/platform/process_handle.h"

namespace hearth::app {

/// Another process of this program and of the same user that holds the lock of a data folder. What is known
/// of it stays true of it: a number that another process gets later is never mistaken for it. Linux only;
/// elsewhere none is found.
class LockHolder {
public:
    /// nullptr when there is none, or when it is not sure.
    static std::unique_ptr<LockHolder> find(const QString& dataFolder);

    qint64 process() const { return m_process; }
    /// Asks it to end, and ends it when it has not within this time. Whether it is gone.
    bool end(int patienceMs = 4000) const;

private:
    LockHolder(int process, platform::ProcessHandle handle)
        : m_process(process), m_handle(std::move(handle)) {}

    const int m_process;
    const platform::ProcessHandle m_handle;
};

}  // namespace hearth::app
