/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 166,
  height: 172,
  boxes: [
    {"id":"calls begins","kind":"dot","title":"","reactions":[],"x":78,"y":12,"width":10,"height":10},
    {"id":"calls.following","kind":"state","title":"following","reactions":["calls.follow","calls.wait","calls.cancel","any actor done","any actor failed"],"x":12,"y":44,"width":142,"height":116},
  ],
  arrows: [
    {"id":"calls begins → calls.following","d":"M83 22L83 44","labels":[]},
  ],
}
