// What every panel and page works on.
#pragma once

namespace rackwright {

class CommandSet;
class Document;

struct Workspace {
    Document& document;
    CommandSet& commands;
};

} // namespace rackwright
