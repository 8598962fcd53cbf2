/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 381,
  height: 466,
  boxes: [
    {"id":"modal begins","kind":"dot","title":"","reactions":[],"x":111,"y":12,"width":10,"height":10},
    {"id":"modal.closed","kind":"state","title":"closed","reactions":[],"x":78,"y":44,"width":76,"height":32},
    {"id":"modal.open","kind":"compound","title":"open","reactions":["modal.open","modal.close [isLocked] → shaking","◷ choose (600 s)"],"x":12,"y":176,"width":272,"height":278},
    {"id":"modal.open begins","kind":"dot","title":"","reactions":[],"x":161,"y":268,"width":10,"height":10},
    {"id":"modal.open.idle","kind":"state","title":"idle","reactions":[],"x":130,"y":298,"width":72,"height":32},
    {"id":"modal.open.shaking","kind":"state","title":"shaking","reactions":["modal.shake"],"x":119,"y":388,"width":105,"height":52},
  ],
  arrows: [
    {"id":"modal begins → modal.closed","d":"M116 22L116 44","labels":[]},
    {"id":"modal.open begins → modal.open.idle","d":"M166 278L166 298","labels":[]},
    {"id":"modal.closed → modal.open","d":"M103 76L103 176","labels":[{"lines":["modal.open"],"x":17,"y":114,"width":82,"height":18}]},
    {"id":"modal.open → modal.closed","d":"M193 176L193 162L129 162L129 76","labels":[{"lines":["modal.returnedHome [isEmbedded]","modal.close [isForced]","modal.close"],"x":134,"y":98,"width":235,"height":50}]},
    {"id":"modal.open.idle → modal.open.shaking","d":"M178 330L178 378L189 378L189 388","labels":[{"lines":["modal.shake"],"x":181,"y":350,"width":89,"height":18}]},
    {"id":"modal.open.shaking → modal.open.idle","d":"M154 388L154 330","labels":[{"lines":["◷ shake (500 ms)"],"x":26,"y":350,"width":126,"height":18}]},
  ],
}
