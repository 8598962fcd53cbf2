/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 166,
  height: 230,
  boxes: [
    {"id":"clipboard begins","kind":"dot","title":"","reactions":[],"x":107,"y":12,"width":10,"height":10},
    {"id":"clipboard.idle","kind":"state","title":"idle","reactions":[],"x":76,"y":44,"width":72,"height":32},
    {"id":"clipboard.copying","kind":"state","title":"copying","reactions":[],"x":70,"y":186,"width":84,"height":32},
  ],
  arrows: [
    {"id":"clipboard begins → clipboard.idle","d":"M112 22L112 44","labels":[]},
    {"id":"clipboard.copying → clipboard.idle","d":"M112 186L112 76","labels":[{"lines":["modal.closed","copy done","copy failed","◷ copy (3 s)"],"x":12,"y":98,"width":96,"height":66}]},
  ],
}
