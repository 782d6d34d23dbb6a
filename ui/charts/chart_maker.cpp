#include "ui/charts/chart_maker.h"

#include <QChart>
#include <QGraphicsScene>
#include <QPainter>

namespace rackwright {

void paintChart(QPainter& painter, const QRectF& rect, const ChartData& data, const Tokens& tokens)
{
    QGraphicsScene scene;
    QChart* chart = makeChart(data, tokens).release();
    scene.addItem(chart); // owns it
    chart->setGeometry(0, 0, rect.width(), rect.height());
    scene.setSceneRect(chart->geometry());
    scene.render(&painter, rect, scene.sceneRect(), Qt::IgnoreAspectRatio);
}

} // namespace rackwright
