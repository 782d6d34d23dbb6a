// Charts: scales, what a QChart is made of, and pictures of them.
#include "tests/ui/ui_test.h"
#include "ui/charts/chart_maker.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_scale.h"

#include <QAbstractBarSeries>
#include <QBarSet>
#include <QChart>
#include <QImage>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QPainter>
#include <QPicture>
#include <QValueAxis>

namespace rackwright {

class ChartMakerTest : public QObject {
    Q_OBJECT

    static ChartData costLines()
    {
        ChartData data;
        data.title = "Cumulative cost, M USD";
        data.xTitle = "months";
        data.series = {{"Own", {{0, 5.6, 4.8, 7.0}, {60, 8.7, 7.4, 10.6}}}, {"Rent", {{0, 0, 0, 0}, {60, 15.7, 14.6, 17.2}}},
            {"Hybrid", {{0, 3.9, 3.4, 4.6}, {60, 9.3, 8, 11}}}};
        data.marks = {{"Rent = Own\nmonth 26", 26.4, 6.92}};
        return data;
    }

    static ChartData costBars()
    {
        ChartData data;
        data.kind = ChartKind::stackedBars;
        data.title = "Cost by kind, M USD";
        data.categories = {"Own", "Rent"};
        data.series = {
            {"Accelerated systems", {{0, 3.96}, {1, 0}}}, {"Energy", {{0, 0.3}, {1, 0}}}, {"Cloud instances", {{0, 0}, {1, 11.57}}}};
        return data;
    }

    static ChartData scatter()
    {
        ChartData data;
        data.kind = ChartKind::scatter;
        data.title = "Step time, s";
        data.xTitle = "published";
        data.logX = data.logY = true;
        data.series = {{"1:1", {{0.1, 0.1}, {1000, 1000}}, false, true}, {"A100", {{0.4, 0.42}, {12, 11}, {90, 99}}, true},
            {"H100", {{0.2, 0.24}, {4, 3.9}, {700, 640}}, true}};
        return data;
    }

    static QImage pictureOf(const ChartData& data, const Tokens& tokens)
    {
        QImage image{480, 300, QImage::Format_ARGB32_Premultiplied};
        image.fill(tokens.panel);
        QPainter painter{&image};
        paintChart(painter, QRectF{12, 12, 456, 276}, data, tokens);
        painter.end();
        return image;
    }

private Q_SLOTS:
    void scalesAreRoundAndHaveAtMostSixTicks_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("min");
        QTest::addColumn<double>("max");
        QTest::addColumn<int>("ticks");
        QTest::newRow("0 … 15.7") << 0.0 << 15.7 << 0.0 << 20.0 << 5;
        QTest::newRow("0 … 60") << 0.0 << 60.0 << 0.0 << 60.0 << 4;
        QTest::newRow("0 … 0.043") << 0.0 << 0.043 << 0.0 << 0.05 << 6;
        QTest::newRow("-3 … 8") << -3.0 << 8.0 << -5.0 << 10.0 << 4;
        QTest::newRow("nothing") << 0.0 << 0.0 << 0.0 << 1.0 << 6;
    }
    void scalesAreRoundAndHaveAtMostSixTicks()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        const ChartScale scale = chartScale(low, high);
        QTEST(scale.min, "min");
        QTEST(scale.max, "max");
        QTEST(scale.ticks, "ticks");
    }

    void logScalesCoverWholeDecades()
    {
        const ChartScale scale = logChartScale(0.2, 700);
        QCOMPARE(scale.min, 0.1);
        QCOMPARE(scale.max, 1000.0);
        QCOMPARE(scale.ticks, 5);
    }

    void aChartIsQuiet()
    {
        const auto chart = makeChart(costLines(), tokensOf(ThemeKind::light));
        QCOMPARE(chart->animationOptions(), QChart::AnimationOptions{QChart::NoAnimation});
        QVERIFY(!chart->isBackgroundVisible());
        QVERIFY(!chart->legend()->isVisible());
        QCOMPARE(chart->margins().left(), 0);
        QCOMPARE(chart->margins().bottom(), 0);
        for (QAbstractAxis* axis : chart->axes())
            if (auto* values = qobject_cast<QValueAxis*>(axis)) QVERIFY(values->tickCount() <= 6);
    }

    void everyLineHasItsOwnColourAndDash()
    {
        const auto chart = makeChart(costLines(), tokensOf(ThemeKind::dark));
        QList<QPen> pens;
        for (QAbstractSeries* series : chart->series())
            if (auto* line = qobject_cast<QLineSeries*>(series)) pens.append(line->pen());
        QCOMPARE(pens.size(), 3);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(pens[i].color(), tokensOf(ThemeKind::dark).series[static_cast<std::size_t>(i)]);
            for (int j = 0; j < i; ++j) QVERIFY(pens[i].dashPattern() != pens[j].dashPattern());
        }
    }

    void barsKeepTheirValuesByCategory()
    {
        const auto chart = makeChart(costBars(), tokensOf(ThemeKind::light));
        const auto* bars = qobject_cast<QAbstractBarSeries*>(chart->series().at(0));
        QVERIFY(bars);
        QCOMPARE(bars->count(), 3);
        QCOMPARE(bars->barSets()[0]->at(1), 3.96); // Own stands on top: last
        QCOMPARE(bars->barSets()[2]->at(0), 11.57);
    }

    void guidesTakeNoColour()
    {
        const ChartData data = scatter();
        QCOMPARE(colourOf(data, 1), std::size_t{0});
        QCOMPARE(colourOf(data, 2), std::size_t{1});
    }

    void numbersHaveThreeDigits()
    {
        QCOMPARE(chartNumber(3.956), QString{"3.96"});
        QCOMPARE(chartNumber(12.58), QString{"12.6"});
        QCOMPARE(chartNumber(413.4), QString{"413"});
        QCOMPARE(chartNumber(0), QString{"0"});
    }

    void emptyDataPaints()
    {
        for (const ChartKind kind : {ChartKind::lines, ChartKind::stackedBars, ChartKind::scatter}) {
            ChartData data;
            data.kind = kind;
            QCOMPARE(pictureOf(data, tokensOf(ThemeKind::light)).size(), QSize(480, 300));
        }
    }

    void theColoursOfTheSeriesAreSeen()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            const Tokens& tokens = tokensOf(kind);
            const QImage image = pictureOf(costBars(), tokens);
            std::array<int, 3> pixels{};
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] += image.pixelColor(x, y) == tokens.series[i];
            for (const int count : pixels) QVERIFY(count > 50);
        }
    }
};

RACKWRIGHT_UI_TEST(ChartMakerTest)

} // namespace rackwright

#include "chart_maker_test.moc"
