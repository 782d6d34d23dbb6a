// Work off the UI thread whose result comes back on it.
#pragma once

#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrent>

#include <memory>
#include <type_traits>
#include <utility>

namespace rackwright {

/// Runs `work` on the pool; then `then(result)` on the thread of `owner`, and not at all once the owner is gone.
template <class Work, class Then>
void inBackground(QThreadPool& pool, QObject* owner, Work work, Then then)
{
    using Value = std::invoke_result_t<Work>;
    auto* watcher = new QFutureWatcher<std::shared_ptr<Value>>{owner};
    QObject::connect(watcher, &QFutureWatcherBase::finished, owner, [watcher, then = std::move(then)]() mutable {
        watcher->deleteLater();
        then(std::move(*watcher->result()));
    });
    watcher->setFuture(QtConcurrent::run(&pool, [work = std::move(work)]() mutable { return std::make_shared<Value>(work()); }));
}

} // namespace rackwright
