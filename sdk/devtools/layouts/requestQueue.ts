/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 719,
  height: 452,
  boxes: [
    {"id":"requestQueue begins","kind":"dot","title":"","reactions":[],"x":140,"y":12,"width":10,"height":10},
    {"id":"requestQueue.validating","kind":"state","title":"validating","reactions":[],"x":90,"y":44,"width":110,"height":32},
    {"id":"requestQueue.idle","kind":"state","title":"idle","reactions":[],"x":347,"y":104,"width":72,"height":32},
    {"id":"requestQueue.active","kind":"state","title":"active","reactions":[],"x":340,"y":292,"width":76,"height":32},
    {"id":"requestQueue.pausing","kind":"state","title":"pausing","reactions":[],"x":542,"y":408,"width":84,"height":32},
    {"id":"requestQueue.disabled","kind":"state","title":"disabled","reactions":["requestQueue.add [isCrowded]","requestQueue.add [isNew]","any actor done","any actor failed"],"x":12,"y":164,"width":229,"height":100},
  ],
  arrows: [
    {"id":"requestQueue begins → requestQueue.validating","d":"M145 22L145 44","labels":[]},
    {"id":"requestQueue.validating → requestQueue.disabled","d":"M127 76L127 164","labels":[{"lines":["[isDisabled]"],"x":27,"y":111,"width":96,"height":18}]},
    {"id":"requestQueue.validating → requestQueue.idle","d":"M163 76L163 90L383 90L383 104","labels":[]},
    {"id":"requestQueue.idle → requestQueue.active","d":"M365 136L365 292","labels":[{"lines":["[hasWaiting]"],"x":265,"y":205,"width":96,"height":18}]},
    {"id":"requestQueue.active → requestQueue.idle","d":"M391 292L391 278L378 278L378 150L383 150L383 136","labels":[{"lines":["any actor done [isDropped]"],"x":383,"y":205,"width":199,"height":18}]},
    {"id":"requestQueue.active → requestQueue.pausing","d":"M378 324L378 394L570 394L570 408","labels":[{"lines":["any actor done","any actor failed"],"x":248,"y":346,"width":126,"height":34}]},
    {"id":"requestQueue.pausing → requestQueue.idle","d":"M598 408L598 150L401 150L401 136","labels":[{"lines":["◷ pause (1 s)"],"x":603,"y":299,"width":104,"height":18}]},
  ],
}
