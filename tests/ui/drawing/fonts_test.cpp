// The bundled family: it is what is drawn with, its figures align, and no sign that the program uses is missing.
#include "tests/ui/ui_test.h"
#include "ui/drawing/tokens.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QRawFont>

namespace rackwright::test {

class FontsTest : public QObject {
    Q_OBJECT

    static void weights()
    {
        QTest::addColumn<int>("weight");
        for (const QFont::Weight weight : {QFont::Normal, QFont::Medium, QFont::DemiBold, QFont::Bold})
            QTest::addRow("weight %d", static_cast<int>(weight)) << static_cast<int>(weight);
    }

private Q_SLOTS:
    void theFamilyIsThere() { QVERIFY(QFontDatabase::families().contains(QStringLiteral("Rackwright Sans"))); }

    void everyWeightIsDrawnWithItsOwnFile_data() { weights(); }
    void everyWeightIsDrawnWithItsOwnFile()
    {
        QFETCH(const int, weight);
        const QFontInfo info{fontOf(12, static_cast<QFont::Weight>(weight))};
        QCOMPARE(info.family(), QStringLiteral("Rackwright Sans"));
        QCOMPARE(info.weight(), weight);
    }

    void figuresAreOfOneWidth_data() { weights(); }
    void figuresAreOfOneWidth()
    {
        QFETCH(const int, weight);
        const QFontMetricsF metrics{fontOf(100, static_cast<QFont::Weight>(weight))};
        const double zero = metrics.horizontalAdvance(QLatin1Char{'0'});
        QVERIFY(zero > 40);
        for (char figure = '1'; figure <= '9'; ++figure) QCOMPARE(metrics.horizontalAdvance(QLatin1Char{figure}), zero);
        // Nor does kerning move them.
        QVERIFY(qAbs(metrics.horizontalAdvance(QStringLiteral("1711")) - 4 * zero) < 0.01);
    }

    void noSignIsMissing_data() { weights(); }
    void noSignIsMissing()
    {
        QFETCH(const int, weight);
        const QRawFont raw = QRawFont::fromFont(fontOf(12, static_cast<QFont::Weight>(weight)));
        QCOMPARE(raw.familyName(), QStringLiteral("Rackwright Sans"));
        for (const QChar sign : QStringLiteral("≈≥≤×µ°→←€∞▲▼–−±·…\u202f\u2009½²³³"))
            QVERIFY2(raw.supportsCharacter(sign), qPrintable(QStringLiteral("U+%1").arg(sign.unicode(), 4, 16)));
    }

    void rolesHaveTheSizesOfTheDesignLanguage()
    {
        QCOMPARE(fontOf(TypeRole::figure).pixelSize(), 20);
        QCOMPARE(fontOf(TypeRole::figure).weight(), QFont::DemiBold);
        QCOMPARE(fontOf(TypeRole::body).pixelSize(), 12);
        QCOMPARE(fontOf(TypeRole::small).pixelSize(), 11);
        QCOMPARE(fontOf(TypeRole::value).weight(), QFont::Medium);
    }
};

RACKWRIGHT_UI_TEST(FontsTest)

} // namespace rackwright::test

#include "fonts_test.moc"
