/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 308,
  height: 224,
  boxes: [
    {"id":"recent begins","kind":"dot","title":"","reactions":[],"x":185,"y":12,"width":10,"height":10},
    {"id":"recent.idle","kind":"state","title":"idle","reactions":[],"x":154,"y":44,"width":72,"height":32},
    {"id":"recent.watching","kind":"state","title":"watching","reactions":["storage.restored","storage.updated"],"x":131,"y":144,"width":142,"height":68},
  ],
  arrows: [
    {"id":"recent begins → recent.idle","d":"M190 22L190 44","labels":[]},
    {"id":"recent.idle → recent.watching","d":"M178 76L178 144","labels":[{"lines":["[isTabAndPageVisible]"],"x":12,"y":98,"width":162,"height":18}]},
    {"id":"recent.watching → recent.idle","d":"M226 144L226 130L202 130L202 76","labels":[{"lines":["[isNotSeen]"],"x":207,"y":98,"width":89,"height":18}]},
  ],
}
