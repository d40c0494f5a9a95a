#pragma once

#include <QString>
#include <memory>

namespace hearth::app {

/// Another process of this program and of the same user that holds the lock of a data folder. What is known
/// of it stays true of it: a number that another process gets later is never mistaken for it. Linux only;
/// elsewhere none is found.
class LockHolder {
public:
    /// nullptr when there is none, or when it is not sure.
    static std::unique_ptr<LockHolder> find(const QString& dataFolder);
    ~LockHolder();
    LockHolder(const LockHolder&) = delete;
    LockHolder& operator=(const LockHolder&) = delete;

    qint64 process() const { return m_process; }
    /// Asks it to end, and ends it when it has not within this time. Whether it is gone.
    bool end(int patienceMs = 4000) const;

private:
    LockHolder(int process, int handle) : m_process(process), m_handle(handle) {}
    bool waitForEnd(int ms) const;

    const int m_process;
    const int m_handle;  ///< a pidfd
};

}  // namespace hearth::app
