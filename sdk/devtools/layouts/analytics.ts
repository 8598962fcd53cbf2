/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 662,
  height: 778,
  boxes: [
    {"id":"analytics begins","kind":"dot","title":"","reactions":[],"x":138,"y":12,"width":10,"height":10},
    {"id":"analytics.deciding","kind":"state","title":"deciding","reactions":[],"x":96,"y":44,"width":93,"height":32},
    {"id":"analytics.off","kind":"state","title":"off","reactions":[],"x":578,"y":44,"width":72,"height":32},
    {"id":"analytics.on","kind":"compound","title":"on","reactions":["analytics.track","modal.opened","modal.closed","view.shown","account.connected","account.disconnected","activeAccount.changed","network.changed"],"x":113,"y":181,"width":484.5,"height":566},
    {"id":"analytics.on begins","kind":"dot","title":"","reactions":[],"x":442.5,"y":353,"width":10,"height":10},
    {"id":"analytics.on.waiting","kind":"state","title":"waiting","reactions":[],"x":405.5,"y":383,"width":84,"height":32},
    {"id":"analytics.on.checking","kind":"state","title":"checking","reactions":[],"x":401,"y":489,"width":93,"height":32},
    {"id":"analytics.on.idle","kind":"state","title":"idle","reactions":[],"x":313,"y":579,"width":72,"height":32},
    {"id":"analytics.on.delivering","kind":"state","title":"delivering","reactions":[],"x":287.5,"y":701,"width":110,"height":32},
  ],
  arrows: [
    {"id":"analytics begins → analytics.deciding","d":"M143 22L143 44","labels":[]},
    {"id":"analytics.on begins → analytics.on.waiting","d":"M447.5 363L447.5 383","labels":[]},
    {"id":"analytics.deciding → analytics.on.idle","d":"M127 76L127 569L337 569L337 579","labels":[{"lines":["[isSentToSite]"],"x":12,"y":120,"width":111,"height":18}]},
    {"id":"analytics.deciding → analytics.on","d":"M158 76L158 90L147 90L147 181","labels":[]},
    {"id":"analytics.on.waiting → analytics.on.checking","d":"M447.5 415L447.5 489","labels":[{"lines":["modal.opened","account.connected"],"x":450.5,"y":435,"width":133,"height":34}]},
    {"id":"analytics.on.checking → analytics.on.idle","d":"M432 521L432 531L361 531L361 579","labels":[{"lines":["fetchEnabled done [isEnabled]"],"x":138,"y":541,"width":221,"height":18}]},
    {"id":"analytics.on.checking → analytics.off","d":"M463 521L463 766L614 766L614 76","labels":[{"lines":["fetchEnabled done","fetchEnabled failed","◷ api (15 s)"],"x":462,"y":104,"width":148,"height":50}]},
    {"id":"analytics.on.idle → analytics.on.delivering","d":"M361 611L361 701","labels":[{"lines":["[hasQueued]"],"x":364,"y":647,"width":89,"height":18}]},
    {"id":"analytics.on.delivering → analytics.on.idle","d":"M324.5 701L324.5 621L337 621L337 611","labels":[{"lines":["deliver done","deliver failed","◷ api (15 s)"],"x":211.5,"y":631,"width":111,"height":50}]},
  ],
}
