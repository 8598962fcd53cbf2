/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 469,
  height: 782,
  boxes: [
    {"id":"offer begins","kind":"dot","title":"","reactions":[],"x":111,"y":12,"width":10,"height":10},
    {"id":"offer.choosing","kind":"state","title":"choosing","reactions":[],"x":69,"y":44,"width":93,"height":32},
    {"id":"offer.waiting","kind":"state","title":"waiting","reactions":[],"x":227,"y":104,"width":84,"height":32},
    {"id":"offer.beginning","kind":"state","title":"beginning","reactions":[],"x":188,"y":210,"width":101,"height":32},
    {"id":"offer.writing","kind":"state","title":"writing","reactions":[],"x":180,"y":310,"width":84,"height":32},
    {"id":"offer.offering","kind":"state","title":"offering","reactions":["offer.made","session.opened [signing]"],"x":155,"y":442,"width":200,"height":68},
    {"id":"offer.keeping","kind":"state","title":"keeping","reactions":[],"x":247,"y":587,"width":84,"height":32},
    {"id":"offer.settled","kind":"final","title":"settled","reactions":[],"x":239,"y":738,"width":84,"height":32},
  ],
  arrows: [
    {"id":"offer begins → offer.choosing","d":"M116 22L116 44","labels":[]},
    {"id":"offer.choosing → offer.settled","d":"M92 76L92 90L90 90L90 724L256 724L256 738","labels":[{"lines":["[joining]"],"x":12,"y":317,"width":74,"height":18}]},
    {"id":"offer.choosing → offer.beginning","d":"M116 76L116 196L222 196L222 210","labels":[{"lines":["[speaking]"],"x":121,"y":111,"width":82,"height":18}]},
    {"id":"offer.choosing → offer.waiting","d":"M139 76L139 90L269 90L269 104","labels":[]},
    {"id":"offer.waiting → offer.settled","d":"M283 136L283 150L456 150L456 714L306 714L306 738","labels":[{"lines":["offer.looked [found]","offer.unknown"],"x":297,"y":372,"width":155,"height":34}]},
    {"id":"offer.waiting → offer.beginning","d":"M255 136L255 210","labels":[{"lines":["offer.looked"],"x":155,"y":164,"width":96,"height":18}]},
    {"id":"offer.beginning → offer.writing","d":"M222 242L222 310","labels":[{"lines":["[signsIn]"],"x":144,"y":270,"width":74,"height":18}]},
    {"id":"offer.beginning → offer.offering","d":"M255 242L255 256L280 256L280 428L288 428L288 442","labels":[]},
    {"id":"offer.writing → offer.offering","d":"M222 342L222 442","labels":[{"lines":["write done","write failed","◷ write (15 s)"],"x":107,"y":364,"width":111,"height":50}]},
    {"id":"offer.offering → offer.settled","d":"M222 510L222 524L107 524L107 714L273 714L273 738","labels":[{"lines":["session.opened","offer.ended","propose failed"],"x":112,"y":578,"width":111,"height":50}]},
    {"id":"offer.offering → offer.keeping","d":"M288 510L288 524L289 524L289 587","labels":[{"lines":["offer.ended [signed]"],"x":130,"y":538,"width":155,"height":18}]},
    {"id":"offer.keeping → offer.settled","d":"M289 619L289 738","labels":[{"lines":["keep done","keep failed","◷ keep (15 s)"],"x":181,"y":650,"width":104,"height":50}]},
  ],
}
