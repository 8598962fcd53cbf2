/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 608,
  height: 424,
  boxes: [
    {"id":"countdown begins","kind":"dot","title":"","reactions":[],"x":281,"y":12,"width":10,"height":10},
    {"id":"countdown.deciding","kind":"state","title":"deciding","reactions":[],"x":239,"y":44,"width":93,"height":32},
    {"id":"countdown.waiting","kind":"state","title":"waiting","reactions":[],"x":238,"y":170,"width":84,"height":32},
    {"id":"countdown.ticking","kind":"state","title":"ticking","reactions":[],"x":365,"y":170,"width":84,"height":32},
    {"id":"countdown.hidden","kind":"state","title":"hidden","reactions":[],"x":261,"y":280,"width":76,"height":32},
    {"id":"countdown.over","kind":"final","title":"over","reactions":[],"x":59,"y":380,"width":72,"height":32},
  ],
  arrows: [
    {"id":"countdown begins → countdown.deciding","d":"M286 22L286 44","labels":[]},
    {"id":"countdown.deciding → countdown.over","d":"M252 76L252 90L83 90L83 380","labels":[{"lines":["[isOver]"],"x":12,"y":224,"width":67,"height":18}]},
    {"id":"countdown.deciding → countdown.waiting","d":"M266 76L266 170","labels":[{"lines":["[isBeforeLastSeconds]"],"x":100,"y":124,"width":162,"height":18}]},
    {"id":"countdown.deciding → countdown.ticking","d":"M292 76L292 110L404 110L404 156L393 156L393 170","labels":[]},
    {"id":"countdown.waiting → countdown.hidden","d":"M280 202L280 280","labels":[{"lines":["page.hidden"],"x":187,"y":224,"width":89,"height":18}]},
    {"id":"countdown.waiting → countdown.deciding","d":"M294 170L294 156L279 156L279 76","labels":[{"lines":["◷ lastSeconds"],"x":284,"y":124,"width":104,"height":18}]},
    {"id":"countdown.ticking → countdown.hidden","d":"M407 202L407 256L299 256L299 280","labels":[{"lines":["page.hidden"],"x":314,"y":224,"width":89,"height":18}]},
    {"id":"countdown.ticking → countdown.deciding","d":"M421 170L421 100L305 100L305 76","labels":[{"lines":["◷ second"],"x":426,"y":124,"width":67,"height":18}]},
    {"id":"countdown.hidden → countdown.deciding","d":"M318 280L318 266L509 266L509 90L319 90L319 76","labels":[{"lines":["page.shown"],"x":514,"y":177,"width":82,"height":18}]},
    {"id":"countdown.hidden → countdown.over","d":"M299 312L299 326L107 326L107 380","labels":[{"lines":["◷ end"],"x":112,"y":340,"width":45,"height":18}]},
  ],
}
