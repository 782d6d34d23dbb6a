// The desktop program.
#include "app/desktop/arguments.h"
#include "app/desktop/main_window.h"
#include "app/desktop/page_table.h"
#include "app/desktop/preferences.h"
#include "app/desktop/shot.h"
#include "core/assess/engine_data.h"
#include "ui/text/sentence.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTemporaryDir>

#include <cstdio>

namespace rackwright {
namespace {

constexpr int allWell = 0, badInput = 2, internalFailure = 3;

int complain(const Error& error, int exitCode)
{
    std::fprintf(stderr, "rackwright: %s\n", sentenceOf(error).c_str());
    return exitCode;
}

int print(const QString& text)
{
    std::fputs(text.toUtf8().constData(), stdout);
    return allWell;
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// Before the QApplication: it reads these once.
void setEnvironment(const Arguments& arguments, const QString& scratch)
{
    if (arguments.shot.isEmpty()) return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", QByteArray::number(arguments.scale));
    if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR")) qputenv("XDG_RUNTIME_DIR", scratch.toLocal8Bit());
}

int shoot(EnginePtr engine, Preferences& preferences, const Arguments& arguments)
{
    theme().setReducedMotion(true);
    MainWindow window{std::move(engine), preferences};
    if (const Result<void> done = takeShot(window, arguments); !done) return complain(done.error(), badInput);
    return allWell;
}

int show(EnginePtr engine, Preferences& preferences, const Arguments& arguments)
{
    theme().setReducedMotion(preferences.reducedMotion());
    MainWindow window{std::move(engine), preferences};
    if (!arguments.file.isEmpty()) window.session().open(arguments.file);
    if (!arguments.page.isEmpty()) window.showPage(arguments.page.toStdString());
    window.show();
    return QApplication::exec();
}

int run(int argc, char** argv)
{
    QStringList line;
    for (int i = 1; i < argc; ++i) line.append(QString::fromLocal8Bit(argv[i]));
    const Result<Arguments> arguments = parseArguments(line);
    if (!arguments) return complain(arguments.error(), badInput);
    if (arguments->help) return print(helpText());
    if (arguments->version) return print(QStringLiteral("rackwright " RACKWRIGHT_VERSION "\n"));
    if (arguments->listPages) return print(pageNames() + QLatin1Char{'\n'});
    if (arguments->shot.isEmpty() && !hasDisplay() && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        return complain(Error{"DESKTOP-NO-DISPLAY", {{"wanted", "--shot OUT.png, or rackwright-cli"}}}, badInput);

    // A picture neither shows nor changes what a person keeps.
    const QTemporaryDir scratch;
    setEnvironment(*arguments, scratch.path());
    QApplication app{argc, argv};
    QApplication::setApplicationName(QStringLiteral("Rackwright"));
    QApplication::setApplicationVersion(QStringLiteral(RACKWRIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("rackwright"));
    Result<EngineData> data = EngineData::load(Catalog::defaultFolder());
    if (!data) return complain(data.error(), internalFailure);
    auto engine = std::make_shared<const EngineData>(std::move(*data));
    Preferences preferences{arguments->shot.isEmpty() ? Preferences::defaultFile() : scratch.filePath(QStringLiteral("preferences.ini"))};
    theme().install(app, arguments->theme.value_or(preferences.theme()));
    return arguments->shot.isEmpty() ? show(engine, preferences, *arguments) : shoot(engine, preferences, *arguments);
}

} // namespace
} // namespace rackwright

int main(int argc, char** argv)
{
    return rackwright::run(argc, argv);
}
