/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 594,
  height: 220,
  boxes: [
    {"id":"disconnection begins","kind":"dot","title":"","reactions":[],"x":379,"y":12,"width":10,"height":10},
    {"id":"disconnection.disconnecting","kind":"state","title":"disconnecting","reactions":[],"x":316,"y":44,"width":136,"height":32},
    {"id":"disconnection.done","kind":"final","title":"done","reactions":[],"x":325,"y":176,"width":72,"height":32},
    {"id":"disconnection.failed","kind":"final","title":"failed","reactions":[],"x":421,"y":176,"width":76,"height":32},
  ],
  arrows: [
    {"id":"disconnection begins → disconnection.disconnecting","d":"M384 22L384 44","labels":[]},
    {"id":"disconnection.disconnecting → disconnection.done","d":"M361 76L361 176","labels":[{"lines":["disconnection.skip","disconnectChain done","disconnectChain failed [isAlreadyDisconnected]"],"x":12,"y":98,"width":345,"height":50}]},
    {"id":"disconnection.disconnecting → disconnection.failed","d":"M407 76L407 162L459 162L459 176","labels":[{"lines":["disconnectChain failed","◷ disconnect (10 s)"],"x":412,"y":106,"width":170,"height":34}]},
  ],
}
