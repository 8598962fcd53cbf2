/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 536,
  height: 220,
  boxes: [
    {"id":"disconnection begins","kind":"dot","title":"","reactions":[],"x":321,"y":12,"width":10,"height":10},
    {"id":"disconnection.disconnecting","kind":"state","title":"disconnecting","reactions":[],"x":258,"y":44,"width":136,"height":32},
    {"id":"disconnection.done","kind":"final","title":"done","reactions":[],"x":267,"y":176,"width":72,"height":32},
    {"id":"disconnection.failed","kind":"final","title":"failed","reactions":[],"x":363,"y":176,"width":76,"height":32},
  ],
  arrows: [
    {"id":"disconnection begins → disconnection.disconnecting","d":"M326 22L326 44","labels":[]},
    {"id":"disconnection.disconnecting → disconnection.done","d":"M303 76L303 176","labels":[{"lines":["disconnection.skip","disconnectChain done","disconnectChain failed [isAlreadyGone]"],"x":12,"y":98,"width":287,"height":50}]},
    {"id":"disconnection.disconnecting → disconnection.failed","d":"M349 76L349 162L401 162L401 176","labels":[{"lines":["disconnectChain failed","◷ disconnect (10 s)"],"x":354,"y":106,"width":170,"height":34}]},
  ],
}
