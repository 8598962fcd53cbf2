/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 354,
  height: 258,
  boxes: [
    {"id":"latchkey begins","kind":"dot","title":"","reactions":[],"x":177,"y":12,"width":10,"height":10},
    {"id":"latchkey.checking","kind":"state","title":"checking","reactions":[],"x":135,"y":44,"width":93,"height":32},
    {"id":"latchkey.misconfigured","kind":"state","title":"misconfigured","reactions":[],"x":37,"y":158,"width":136,"height":32},
    {"id":"latchkey.restoring","kind":"state","title":"restoring","reactions":[],"x":146,"y":104,"width":101,"height":32},
    {"id":"latchkey.running","kind":"state","title":"running","reactions":[],"x":155,"y":214,"width":84,"height":32},
  ],
  arrows: [
    {"id":"latchkey begins → latchkey.checking","d":"M182 22L182 44","labels":[]},
    {"id":"latchkey.checking → latchkey.misconfigured","d":"M166 76L166 90L105 90L105 158","labels":[{"lines":["[hasFaults]"],"x":12,"y":111,"width":89,"height":18}]},
    {"id":"latchkey.checking → latchkey.restoring","d":"M197 76L197 104","labels":[]},
    {"id":"latchkey.restoring → latchkey.running","d":"M197 136L197 214","labels":[{"lines":["storage.restored","◷ restoring (21 s)"],"x":202,"y":158,"width":140,"height":34}]},
  ],
}
