/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 290,
  height: 358,
  boxes: [
    {"id":"signOut begins","kind":"dot","title":"","reactions":[],"x":112,"y":12,"width":10,"height":10},
    {"id":"signOut.idle","kind":"state","title":"idle","reactions":[],"x":81,"y":44,"width":72,"height":32},
    {"id":"signOut.deciding","kind":"state","title":"deciding","reactions":[],"x":70,"y":98,"width":93,"height":32},
    {"id":"signOut.ending","kind":"state","title":"ending","reactions":["signOut.submit","account.disconnected [connection]","account.connected [others]","account.changed [others]","account.networkChanged [others]"],"x":12,"y":230,"width":266,"height":116},
  ],
  arrows: [
    {"id":"signOut begins → signOut.idle","d":"M117 22L117 44","labels":[]},
    {"id":"signOut.deciding → signOut.ending","d":"M101 130L101 230","labels":[{"lines":["[more]"],"x":45,"y":168,"width":52,"height":18}]},
    {"id":"signOut.deciding → signOut.idle","d":"M117 98L117 76","labels":[]},
    {"id":"signOut.ending → signOut.deciding","d":"M189 230L189 216L132 216L132 130","labels":[{"lines":["end done","end failed","◷ end (15 s)"],"x":137,"y":152,"width":96,"height":50}]},
  ],
}
