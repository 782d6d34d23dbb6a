#include "app/desktop/arguments.h"

#include "app/desktop/page_table.h"

#include <QRegularExpression>

namespace rackwright {

namespace {

constexpr double leastScale = 0.5, mostScale = 4;
constexpr int leastSide = 320, mostSide = 8000;

Unexpected badOption(const QString& option, const QString& found, const QString& wanted)
{
    return fail("DESKTOP-BAD-OPTION", {{"option", option.toStdString()}, {"found", found.toStdString()}, {"wanted", wanted.toStdString()}});
}

Result<void> setPage(Arguments& arguments, const QString& value)
{
    if (value == QLatin1String{"list"}) {
        arguments.listPages = true;
    } else if (pageNamed(value.toStdString())) {
        arguments.page = value;
    } else {
        return badOption(QStringLiteral("--page"), value, pageNames().replace(QLatin1Char{'\n'}, QLatin1String{", "}));
    }
    return {};
}

Result<void> setTheme(Arguments& arguments, const QString& value)
{
    if (value == QLatin1String{"light"}) {
        arguments.theme = ThemeKind::light;
    } else if (value == QLatin1String{"dark"}) {
        arguments.theme = ThemeKind::dark;
    } else {
        return badOption(QStringLiteral("--theme"), value, QStringLiteral("light or dark"));
    }
    return {};
}

Result<void> setScale(Arguments& arguments, const QString& value)
{
    bool isNumber = false;
    const double scale = value.toDouble(&isNumber);
    if (!isNumber || scale < leastScale || scale > mostScale)
        return badOption(QStringLiteral("--scale"), value, QStringLiteral("a number from 0.5 to 4"));
    arguments.scale = scale;
    return {};
}

Result<void> setSize(Arguments& arguments, const QString& value)
{
    static const QRegularExpression form{QStringLiteral("^(\\d{1,5})x(\\d{1,5})$")};
    const QRegularExpressionMatch match = form.match(value);
    const QSize size{match.captured(1).toInt(), match.captured(2).toInt()};
    const auto inRange = [](int side) { return side >= leastSide && side <= mostSide; };
    if (!match.hasMatch() || !inRange(size.width()) || !inRange(size.height()))
        return badOption(QStringLiteral("--size"), value, QStringLiteral("WIDTHxHEIGHT in pixels, 320 to 8000 each"));
    arguments.size = size;
    return {};
}

Result<void> setShot(Arguments& arguments, const QString& value)
{
    if (!value.endsWith(QLatin1String{".png"}, Qt::CaseInsensitive))
        return badOption(QStringLiteral("--shot"), value, QStringLiteral("a file name that ends in .png"));
    arguments.shot = value;
    return {};
}

using Setter = Result<void> (*)(Arguments&, const QString&);

Setter setterOf(const QString& option)
{
    if (option == QLatin1String{"--shot"}) return setShot;
    if (option == QLatin1String{"--page"}) return setPage;
    if (option == QLatin1String{"--theme"}) return setTheme;
    if (option == QLatin1String{"--scale"}) return setScale;
    if (option == QLatin1String{"--size"}) return setSize;
    return nullptr;
}

} // namespace

Result<Arguments> parseArguments(const QStringList& line)
{
    Arguments arguments;
    bool onlyFiles = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QString& word = line[i];
        if (onlyFiles || !word.startsWith(QLatin1Char{'-'})) {
            if (!arguments.file.isEmpty()) return badOption(QStringLiteral("FILE"), word, QStringLiteral("one file"));
            arguments.file = word;
        } else if (word == QLatin1String{"--"}) {
            onlyFiles = true;
        } else if (word == QLatin1String{"--help"} || word == QLatin1String{"-h"}) {
            arguments.help = true;
        } else if (word == QLatin1String{"--version"}) {
            arguments.version = true;
        } else {
            const QString option = word.section(QLatin1Char{'='}, 0, 0);
            const Setter set = setterOf(option);
            if (!set) return badOption(option, word, QStringLiteral("an option of rackwright --help"));
            const bool inside = word.contains(QLatin1Char{'='});
            if (!inside && i + 1 >= line.size()) return badOption(option, QStringLiteral("nothing"), QStringLiteral("a value after it"));
            if (const Result<void> done = set(arguments, inside ? word.section(QLatin1Char{'='}, 1) : line[++i]); !done)
                return tl::make_unexpected(done.error());
        }
    }
    return arguments;
}

QString helpText()
{
    return QStringLiteral("Rackwright: design AI clusters and see on every edit what they do, draw and cost.\n"
                          "\n"
                          "usage: rackwright [FILE.rackwright] [--page NAME] [--theme light|dark]\n"
                          "       rackwright --shot OUT.png --page NAME [--theme light|dark] [--scale N] [--size WxH] [FILE.rackwright]\n"
                          "\n"
                          "  FILE.rackwright   the design to open; without it the start page\n"
                          "  --page NAME       the page to show first; --page list prints their names\n"
                          "  --theme NAME      light or dark, for this run\n"
                          "  --shot OUT.png    draw the page into a picture, with no display, and end\n"
                          "  --scale N         device pixels per pixel of the picture, 0.5 to 4; 1 if not given\n"
                          "  --size WxH        size of the window in the picture; 1600x1000 if not given\n"
                          "  --version         print the version\n"
                          "  --help            print this\n"
                          "\n"
                          "exit: 0 all well, 2 bad usage or input, 3 an internal failure\n");
}

} // namespace rackwright
