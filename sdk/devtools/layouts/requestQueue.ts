/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 638,
  height: 452,
  boxes: [
    {"id":"requestQueue begins","kind":"dot","title":"","reactions":[],"x":133,"y":12,"width":10,"height":10},
    {"id":"requestQueue.validating","kind":"state","title":"validating","reactions":[],"x":83,"y":44,"width":110,"height":32},
    {"id":"requestQueue.idle","kind":"state","title":"idle","reactions":[],"x":289,"y":104,"width":72,"height":32},
    {"id":"requestQueue.active","kind":"state","title":"active","reactions":[],"x":282,"y":292,"width":76,"height":32},
    {"id":"requestQueue.resting","kind":"state","title":"resting","reactions":[],"x":469,"y":408,"width":84,"height":32},
    {"id":"requestQueue.disabled","kind":"state","title":"disabled","reactions":["requestQueue.add [crowded]","requestQueue.add [fresh]","any actor done","any actor failed"],"x":12,"y":164,"width":215,"height":100},
  ],
  arrows: [
    {"id":"requestQueue begins → requestQueue.validating","d":"M138 22L138 44","labels":[]},
    {"id":"requestQueue.validating → requestQueue.disabled","d":"M120 76L120 164","labels":[{"lines":["[disabled]"],"x":34,"y":111,"width":82,"height":18}]},
    {"id":"requestQueue.validating → requestQueue.idle","d":"M156 76L156 90L325 90L325 104","labels":[]},
    {"id":"requestQueue.idle → requestQueue.active","d":"M307 136L307 292","labels":[{"lines":["[some]"],"x":251,"y":205,"width":52,"height":18}]},
    {"id":"requestQueue.active → requestQueue.idle","d":"M333 292L333 278L320 278L320 150L325 150L325 136","labels":[{"lines":["any actor done [dropped]"],"x":325,"y":205,"width":184,"height":18}]},
    {"id":"requestQueue.active → requestQueue.resting","d":"M320 324L320 394L497 394L497 408","labels":[{"lines":["any actor done","any actor failed"],"x":190,"y":346,"width":126,"height":34}]},
    {"id":"requestQueue.resting → requestQueue.idle","d":"M525 408L525 150L343 150L343 136","labels":[{"lines":["◷ rest (1 s)"],"x":530,"y":299,"width":96,"height":18}]},
  ],
}
