/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 332,
  height: 258,
  boxes: [
    {"id":"latchkey begins","kind":"dot","title":"","reactions":[],"x":155,"y":12,"width":10,"height":10},
    {"id":"latchkey.checking","kind":"state","title":"checking","reactions":[],"x":113,"y":44,"width":93,"height":32},
    {"id":"latchkey.misconfigured","kind":"state","title":"misconfigured","reactions":[],"x":15,"y":158,"width":136,"height":32},
    {"id":"latchkey.restoring","kind":"state","title":"restoring","reactions":[],"x":124,"y":104,"width":101,"height":32},
    {"id":"latchkey.running","kind":"state","title":"running","reactions":[],"x":133,"y":214,"width":84,"height":32},
  ],
  arrows: [
    {"id":"latchkey begins → latchkey.checking","d":"M160 22L160 44","labels":[]},
    {"id":"latchkey.checking → latchkey.misconfigured","d":"M144 76L144 90L83 90L83 158","labels":[{"lines":["[faulty]"],"x":12,"y":111,"width":67,"height":18}]},
    {"id":"latchkey.checking → latchkey.restoring","d":"M175 76L175 104","labels":[]},
    {"id":"latchkey.restoring → latchkey.running","d":"M175 136L175 214","labels":[{"lines":["memory.restored","◷ restoring (21 s)"],"x":180,"y":158,"width":140,"height":34}]},
  ],
}
