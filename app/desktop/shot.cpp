#include "app/desktop/shot.h"

#include "app/desktop/main_window.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QPixmap>

namespace rackwright {

namespace {

template <class Condition>
bool waitFor(Condition holds)
{
    constexpr int longestMs = 120'000, stepMs = 20;
    QDeadlineTimer deadline{longestMs};
    while (!holds() && !deadline.hasExpired()) QApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, stepMs);
    return holds();
}

/// Until nothing is left to be laid out or painted.
void settle()
{
    constexpr int rounds = 5;
    for (int i = 0; i < rounds; ++i) QApplication::processEvents();
}

} // namespace

Result<void> takeShot(MainWindow& window, const Arguments& arguments)
{
    window.resize(arguments.size);
    window.show();
    if (!arguments.file.isEmpty()) {
        // The window says why a file does not open; here the reason goes to the caller.
        Result<OpenedProject> readable = openProject(arguments.file.toStdString());
        if (!readable) return tl::make_unexpected(readable.error());
        window.session().open(arguments.file);
    }
    const bool ready =
        waitFor([&window] { return !window.session().isBusy() && window.document().assessment() && !window.document().isAssessing(); });
    if (!arguments.page.isEmpty()) window.showPage(arguments.page.toStdString());
    if (!ready) return fail("DESKTOP-SHOT-TIMEOUT", {{"page", arguments.page.toStdString()}});
    settle();
    if (!window.grab().save(arguments.shot, "PNG"))
        return fail("EXCHANGE-CANNOT-WRITE",
            {{"file", arguments.shot.toStdString()}, {"step", "save"}, {"reason", "no such folder, or it may not be written"}});
    return {};
}

} // namespace rackwright
