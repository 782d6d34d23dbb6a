// Child processes that do work, tell of it through a pipe, and are killed.
#pragma once

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace rackwright::testing_support {

/// Runs `work` in a child process; its exit code is what it returns, -1 when it ended otherwise.
template <class Work>
int inChild(Work&& work)
{
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A child that reports numbers until it is killed.
class ReportingChild {
public:
    /// `work(report)` runs in the child; it calls report(number).
    template <class Work>
    explicit ReportingChild(Work&& work)
    {
        int ends[2];
        if (::pipe(ends) != 0) return;
        pid_ = ::fork();
        if (pid_ == 0) {
            ::close(ends[0]);
            work([&](int number) {
                if (::write(ends[1], &number, sizeof number) != sizeof number) ::_exit(2);
            });
            ::_exit(0);
        }
        ::close(ends[1]);
        from_ = ends[0];
    }
    ReportingChild(const ReportingChild&) = delete;
    ReportingChild& operator=(const ReportingChild&) = delete;
    ~ReportingChild()
    {
        if (pid_ > 0) kill();
        ::close(from_);
    }

    [[nodiscard]] pid_t pid() const { return pid_; }
    /// Waits for the next report; false when there is none any more.
    bool next(int& number) { return ::read(from_, &number, sizeof number) == static_cast<ssize_t>(sizeof number); }
    /// kill -9, and its end. The status of waitpid.
    int kill()
    {
        int status = 0;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return status;
    }

private:
    pid_t pid_ = -1;
    int from_ = -1;
};

} // namespace rackwright::testing_support
