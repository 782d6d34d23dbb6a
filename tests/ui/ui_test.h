// Qt Test in one program: a test class a file, run by its name.
#pragma once

#include "ui/document/document.h"

#include <QObject>
#include <QString>
#include <QtTest>

#include <memory>
#include <string>

namespace rackwright::test {

using MakeTest = std::unique_ptr<QObject> (*)();
bool registerTest(const char* name, MakeTest make);

/// The shipped catalog, read once.
[[nodiscard]] EnginePtr engine();
/// A project of a template ("superpod-h100-1su"), or an empty one ("").
[[nodiscard]] Project projectOf(const std::string& templateName);
/// Waits until the document's current project is assessed; false after `seconds`.
[[nodiscard]] bool waitForAssessment(Document& document, int seconds = 20);

} // namespace rackwright::test

/// After the class: `RACKWRIGHT_UI_TEST(DocumentTest)`. ctest runs `ui_tests DocumentTest`; the file is named document_test.cpp.
#define RACKWRIGHT_UI_TEST(Class)                                                                                                          \
    static const bool registered##Class =                                                                                                  \
        ::rackwright::test::registerTest(#Class, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
