/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 205,
  height: 182,
  boxes: [
    {"id":"connectors begins","kind":"dot","title":"","reactions":[],"x":129,"y":12,"width":10,"height":10},
    {"id":"connectors.listening","kind":"state","title":"listening","reactions":[],"x":83,"y":44,"width":101,"height":32},
    {"id":"connectors.unavailable","kind":"state","title":"unavailable","reactions":[],"x":75,"y":138,"width":118,"height":32},
  ],
  arrows: [
    {"id":"connectors begins → connectors.listening","d":"M134 22L134 44","labels":[]},
    {"id":"connectors.listening → connectors.unavailable","d":"M134 76L134 138","labels":[{"lines":["discover failed"],"x":12,"y":98,"width":118,"height":18}]},
  ],
}
