/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 521,
  height: 220,
  boxes: [
    {"id":"disconnection begins","kind":"dot","title":"","reactions":[],"x":306,"y":12,"width":10,"height":10},
    {"id":"disconnection.disconnecting","kind":"state","title":"disconnecting","reactions":[],"x":243,"y":44,"width":136,"height":32},
    {"id":"disconnection.done","kind":"final","title":"done","reactions":[],"x":252,"y":176,"width":72,"height":32},
    {"id":"disconnection.failed","kind":"final","title":"failed","reactions":[],"x":348,"y":176,"width":76,"height":32},
  ],
  arrows: [
    {"id":"disconnection begins → disconnection.disconnecting","d":"M311 22L311 44","labels":[]},
    {"id":"disconnection.disconnecting → disconnection.done","d":"M288 76L288 176","labels":[{"lines":["disconnection.skip","disconnectChain done","disconnectChain failed [goneAlready]"],"x":12,"y":98,"width":272,"height":50}]},
    {"id":"disconnection.disconnecting → disconnection.failed","d":"M334 76L334 162L386 162L386 176","labels":[{"lines":["disconnectChain failed","◷ disconnect (10 s)"],"x":339,"y":106,"width":170,"height":34}]},
  ],
}
