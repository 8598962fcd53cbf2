/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 294,
  height: 224,
  boxes: [
    {"id":"recent begins","kind":"dot","title":"","reactions":[],"x":171,"y":12,"width":10,"height":10},
    {"id":"recent.idle","kind":"state","title":"idle","reactions":[],"x":140,"y":44,"width":72,"height":32},
    {"id":"recent.watching","kind":"state","title":"watching","reactions":["storage.restored","storage.updated"],"x":117,"y":144,"width":142,"height":68},
  ],
  arrows: [
    {"id":"recent begins → recent.idle","d":"M176 22L176 44","labels":[]},
    {"id":"recent.idle → recent.watching","d":"M164 76L164 144","labels":[{"lines":["[isShownAndVisible]"],"x":12,"y":98,"width":148,"height":18}]},
    {"id":"recent.watching → recent.idle","d":"M212 144L212 130L188 130L188 76","labels":[{"lines":["[isNotSeen]"],"x":193,"y":98,"width":89,"height":18}]},
  ],
}
