/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 207,
  height: 208,
  boxes: [
    {"id":"alerts begins","kind":"dot","title":"","reactions":[],"x":76,"y":12,"width":10,"height":10},
    {"id":"alerts.closed","kind":"state","title":"closed","reactions":[],"x":43,"y":44,"width":76,"height":32},
    {"id":"alerts.open","kind":"state","title":"open","reactions":["alerts.close [more]"],"x":13,"y":144,"width":164,"height":52},
  ],
  arrows: [
    {"id":"alerts begins → alerts.closed","d":"M81 22L81 44","labels":[]},
    {"id":"alerts.closed → alerts.open","d":"M68 76L68 144","labels":[{"lines":["[some]"],"x":12,"y":98,"width":52,"height":18}]},
    {"id":"alerts.open → alerts.closed","d":"M122 144L122 130L94 130L94 76","labels":[{"lines":["alerts.close"],"x":99,"y":98,"width":96,"height":18}]},
  ],
}
