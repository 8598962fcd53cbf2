/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 261,
  height: 236,
  boxes: [
    {"id":"transactions begins","kind":"dot","title":"","reactions":[],"x":126,"y":12,"width":10,"height":10},
    {"id":"transactions.watching","kind":"state","title":"watching","reactions":["transactions.watch","transactions.check","activeAccount.changed","transactions.wait","transactions.cancel","any actor done","any actor failed","transactions.inherit [isSent]","transactions.inherit"],"x":12,"y":44,"width":237,"height":180},
  ],
  arrows: [
    {"id":"transactions begins → transactions.watching","d":"M131 22L131 44","labels":[]},
  ],
}
