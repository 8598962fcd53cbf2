/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 378,
  height: 358,
  boxes: [
    {"id":"signOut begins","kind":"dot","title":"","reactions":[],"x":141,"y":12,"width":10,"height":10},
    {"id":"signOut.idle","kind":"state","title":"idle","reactions":[],"x":110,"y":44,"width":72,"height":32},
    {"id":"signOut.deciding","kind":"state","title":"deciding","reactions":[],"x":99,"y":98,"width":93,"height":32},
    {"id":"signOut.ending","kind":"state","title":"ending","reactions":["signOut.submit","account.disconnected [isEndedByDisconnecting]","account.connected [isEndedBySwitching]","account.changed [isEndedBySwitching]","account.networkChanged [isEndedBySwitching]"],"x":12,"y":230,"width":354,"height":116},
  ],
  arrows: [
    {"id":"signOut begins → signOut.idle","d":"M146 22L146 44","labels":[]},
    {"id":"signOut.deciding → signOut.ending","d":"M130 130L130 230","labels":[{"lines":["[hasMore]"],"x":52,"y":168,"width":74,"height":18}]},
    {"id":"signOut.deciding → signOut.idle","d":"M146 98L146 76","labels":[]},
    {"id":"signOut.ending → signOut.deciding","d":"M248 230L248 216L161 216L161 130","labels":[{"lines":["end done","end failed","◷ end (15 s)"],"x":166,"y":152,"width":96,"height":50}]},
  ],
}
