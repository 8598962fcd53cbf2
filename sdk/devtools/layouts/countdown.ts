/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 491,
  height: 430,
  boxes: [
    {"id":"countdown begins","kind":"dot","title":"","reactions":[],"x":164,"y":12,"width":10,"height":10},
    {"id":"countdown.deciding","kind":"state","title":"deciding","reactions":[],"x":122,"y":44,"width":93,"height":32},
    {"id":"countdown.resting","kind":"state","title":"resting","reactions":[],"x":121,"y":170,"width":84,"height":32},
    {"id":"countdown.ticking","kind":"state","title":"ticking","reactions":[],"x":248,"y":170,"width":84,"height":32},
    {"id":"countdown.unseen","kind":"state","title":"unseen","reactions":[],"x":155,"y":286,"width":76,"height":32},
    {"id":"countdown.over","kind":"final","title":"over","reactions":[],"x":44,"y":386,"width":72,"height":32},
  ],
  arrows: [
    {"id":"countdown begins → countdown.deciding","d":"M169 22L169 44","labels":[]},
    {"id":"countdown.deciding → countdown.over","d":"M135 76L135 90L68 90L68 386","labels":[{"lines":["[over]"],"x":12,"y":230,"width":52,"height":18}]},
    {"id":"countdown.deciding → countdown.resting","d":"M149 76L149 170","labels":[{"lines":["[early]"],"x":85,"y":124,"width":60,"height":18}]},
    {"id":"countdown.deciding → countdown.ticking","d":"M175 76L175 110L287 110L287 156L276 156L276 170","labels":[]},
    {"id":"countdown.resting → countdown.unseen","d":"M163 202L163 216L174 216L174 286","labels":[{"lines":["page.hidden"],"x":81,"y":230,"width":89,"height":18}]},
    {"id":"countdown.resting → countdown.deciding","d":"M177 170L177 156L162 156L162 76","labels":[{"lines":["◷ lastSeconds"],"x":167,"y":124,"width":104,"height":18}]},
    {"id":"countdown.ticking → countdown.unseen","d":"M290 202L290 262L193 262L193 286","labels":[{"lines":["page.hidden"],"x":197,"y":230,"width":89,"height":18}]},
    {"id":"countdown.ticking → countdown.deciding","d":"M304 170L304 100L188 100L188 76","labels":[{"lines":["◷ second"],"x":309,"y":124,"width":67,"height":18}]},
    {"id":"countdown.unseen → countdown.deciding","d":"M212 286L212 272L392 272L392 90L202 90L202 76","labels":[{"lines":["page.shown"],"x":397,"y":177,"width":82,"height":18}]},
    {"id":"countdown.unseen → countdown.over","d":"M193 318L193 332L92 332L92 386","labels":[{"lines":["◷ end"],"x":97,"y":346,"width":45,"height":18}]},
  ],
}
