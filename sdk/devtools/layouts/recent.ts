/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 206,
  height: 224,
  boxes: [
    {"id":"recent begins","kind":"dot","title":"","reactions":[],"x":105,"y":12,"width":10,"height":10},
    {"id":"recent.idle","kind":"state","title":"idle","reactions":[],"x":74,"y":44,"width":72,"height":32},
    {"id":"recent.watching","kind":"state","title":"watching","reactions":["memory.restored","memory.changed"],"x":53,"y":144,"width":134,"height":68},
  ],
  arrows: [
    {"id":"recent begins → recent.idle","d":"M110 22L110 44","labels":[]},
    {"id":"recent.idle → recent.watching","d":"M98 76L98 144","labels":[{"lines":["[lookedAt]"],"x":12,"y":98,"width":82,"height":18}]},
    {"id":"recent.watching → recent.idle","d":"M142 144L142 130L122 130L122 76","labels":[{"lines":["[unseen]"],"x":127,"y":98,"width":67,"height":18}]},
  ],
}
