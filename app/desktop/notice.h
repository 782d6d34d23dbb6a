// What the window says in one line, in place of a box: a failure, a question, news about the file.
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace rackwright {

struct NoticeAction {
    QString text; ///< verb and object
    std::function<void()> act;
};

struct Notice {
    enum class Kind { news, question, failure };

    Kind kind = Kind::news;
    QString text;
    std::vector<NoticeAction> actions; ///< the first is what most people want
};

} // namespace rackwright
