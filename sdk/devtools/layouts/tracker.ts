/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 584,
  height: 778,
  boxes: [
    {"id":"tracker begins","kind":"dot","title":"","reactions":[],"x":94,"y":12,"width":10,"height":10},
    {"id":"tracker.deciding","kind":"state","title":"deciding","reactions":[],"x":52,"y":44,"width":93,"height":32},
    {"id":"tracker.off","kind":"state","title":"off","reactions":[],"x":500,"y":44,"width":72,"height":32},
    {"id":"tracker.on","kind":"compound","title":"on","reactions":["tracker.track","modal.opened","modal.closed","view.shown","account.connected","account.disconnected","scope.changed","network.changed"],"x":69,"y":181,"width":450.5,"height":566},
    {"id":"tracker.on begins","kind":"dot","title":"","reactions":[],"x":364.5,"y":353,"width":10,"height":10},
    {"id":"tracker.on.waiting","kind":"state","title":"waiting","reactions":[],"x":327.5,"y":383,"width":84,"height":32},
    {"id":"tracker.on.asking","kind":"state","title":"asking","reactions":[],"x":331.5,"y":489,"width":76,"height":32},
    {"id":"tracker.on.idle","kind":"state","title":"idle","reactions":[],"x":247,"y":579,"width":72,"height":32},
    {"id":"tracker.on.delivering","kind":"state","title":"delivering","reactions":[],"x":221.5,"y":701,"width":110,"height":32},
  ],
  arrows: [
    {"id":"tracker begins → tracker.deciding","d":"M99 22L99 44","labels":[]},
    {"id":"tracker.on begins → tracker.on.waiting","d":"M369.5 363L369.5 383","labels":[]},
    {"id":"tracker.deciding → tracker.on.idle","d":"M83 76L83 569L271 569L271 579","labels":[{"lines":["[toSite]"],"x":12,"y":120,"width":67,"height":18}]},
    {"id":"tracker.deciding → tracker.on","d":"M114 76L114 90L103 90L103 181","labels":[]},
    {"id":"tracker.on.waiting → tracker.on.asking","d":"M369.5 415L369.5 489","labels":[{"lines":["modal.opened","account.connected"],"x":372.5,"y":435,"width":133,"height":34}]},
    {"id":"tracker.on.asking → tracker.on.idle","d":"M356.5 521L356.5 531L295 531L295 579","labels":[{"lines":["fetchEnabled done [wanted]"],"x":94,"y":541,"width":199,"height":18}]},
    {"id":"tracker.on.asking → tracker.off","d":"M382 521L382 766L536 766L536 76","labels":[{"lines":["fetchEnabled done","fetchEnabled failed","◷ api (15 s)"],"x":384,"y":104,"width":148,"height":50}]},
    {"id":"tracker.on.idle → tracker.on.delivering","d":"M295 611L295 701","labels":[{"lines":["[waiting]"],"x":298,"y":647,"width":74,"height":18}]},
    {"id":"tracker.on.delivering → tracker.on.idle","d":"M258.5 701L258.5 621L271 621L271 611","labels":[{"lines":["deliver done","deliver failed","◷ api (15 s)"],"x":145.5,"y":631,"width":111,"height":50}]},
  ],
}
