/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 246,
  height: 172,
  boxes: [
    {"id":"transactions begins","kind":"dot","title":"","reactions":[],"x":118,"y":12,"width":10,"height":10},
    {"id":"transactions.watching","kind":"state","title":"watching","reactions":["transactions.watch","transactions.look","scope.changed","transactions.inherit [sent]","transactions.inherit"],"x":12,"y":44,"width":222,"height":116},
  ],
  arrows: [
    {"id":"transactions begins → transactions.watching","d":"M123 22L123 44","labels":[]},
  ],
}
