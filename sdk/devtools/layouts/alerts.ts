/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 244,
  height: 208,
  boxes: [
    {"id":"alerts begins","kind":"dot","title":"","reactions":[],"x":113,"y":12,"width":10,"height":10},
    {"id":"alerts.closed","kind":"state","title":"closed","reactions":[],"x":80,"y":44,"width":76,"height":32},
    {"id":"alerts.open","kind":"state","title":"open","reactions":["alerts.close [hasMore]"],"x":43,"y":144,"width":186,"height":52},
  ],
  arrows: [
    {"id":"alerts begins → alerts.closed","d":"M118 22L118 44","labels":[]},
    {"id":"alerts.closed → alerts.open","d":"M105 76L105 144","labels":[{"lines":["[hasAlerts]"],"x":12,"y":98,"width":89,"height":18}]},
    {"id":"alerts.open → alerts.closed","d":"M167 144L167 130L131 130L131 76","labels":[{"lines":["alerts.close"],"x":136,"y":98,"width":96,"height":18}]},
  ],
}
