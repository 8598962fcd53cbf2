/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 379,
  height: 298,
  boxes: [
    {"id":"approval begins","kind":"dot","title":"","reactions":[],"x":43,"y":34,"width":10,"height":10},
    {"id":"approval.idle","kind":"state","title":"idle","reactions":[],"x":12,"y":66,"width":72,"height":32},
    {"id":"approval.explaining","kind":"state","title":"explaining","reactions":[],"x":171,"y":12,"width":110,"height":32},
    {"id":"approval.forecasting","kind":"state","title":"forecasting","reactions":[],"x":149,"y":128,"width":118,"height":32},
    {"id":"approval.explained","kind":"state","title":"explained","reactions":[],"x":157,"y":254,"width":101,"height":32},
    {"id":"approval.unread","kind":"state","title":"unread","reactions":[],"x":291,"y":128,"width":76,"height":32},
  ],
  arrows: [
    {"id":"approval begins → approval.idle","d":"M48 44L48 66","labels":[]},
    {"id":"approval.explaining → approval.forecasting","d":"M208 44L208 128","labels":[{"lines":["explain done"],"x":108,"y":74,"width":96,"height":18}]},
    {"id":"approval.explaining → approval.unread","d":"M244 44L244 114L329 114L329 128","labels":[{"lines":["explain failed","◷ explain (5 s)"],"x":249,"y":66,"width":118,"height":34}]},
    {"id":"approval.forecasting → approval.explained","d":"M208 160L208 254","labels":[{"lines":["forecast done","forecast failed","◷ explain (5 s)"],"x":86,"y":182,"width":118,"height":50}]},
  ],
}
