/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 261,
  height: 172,
  boxes: [
    {"id":"transactions begins","kind":"dot","title":"","reactions":[],"x":126,"y":12,"width":10,"height":10},
    {"id":"transactions.watching","kind":"state","title":"watching","reactions":["transactions.watch","transactions.check","activeAccount.changed","transactions.inherit [isSent]","transactions.inherit"],"x":12,"y":44,"width":237,"height":116},
  ],
  arrows: [
    {"id":"transactions begins → transactions.watching","d":"M131 22L131 44","labels":[]},
  ],
}
