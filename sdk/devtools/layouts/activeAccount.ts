/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 108,
  height: 88,
  boxes: [
    {"id":"activeAccount begins","kind":"dot","title":"","reactions":[],"x":49,"y":12,"width":10,"height":10},
    {"id":"activeAccount.running","kind":"state","title":"running","reactions":[],"x":12,"y":44,"width":84,"height":32},
  ],
  arrows: [
    {"id":"activeAccount begins → activeAccount.running","d":"M54 22L54 44","labels":[]},
  ],
}
