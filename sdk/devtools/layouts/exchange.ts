/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 800,
  height: 304,
  boxes: [
    {"id":"exchange begins","kind":"dot","title":"","reactions":[],"x":250,"y":12,"width":10,"height":10},
    {"id":"exchange.validating","kind":"state","title":"validating","reactions":[],"x":200,"y":44,"width":110,"height":32},
    {"id":"exchange.sending","kind":"state","title":"sending","reactions":[],"x":419,"y":144,"width":84,"height":32},
    {"id":"exchange.answered","kind":"final","title":"answered","reactions":[],"x":406,"y":260,"width":93,"height":32},
    {"id":"exchange.expired","kind":"final","title":"expired","reactions":[],"x":561,"y":260,"width":84,"height":32},
    {"id":"exchange.cancelled","kind":"final","title":"cancelled","reactions":[],"x":687,"y":260,"width":101,"height":32},
    {"id":"exchange.failed","kind":"final","title":"failed","reactions":[],"x":303,"y":260,"width":76,"height":32},
  ],
  arrows: [
    {"id":"exchange begins → exchange.validating","d":"M255 22L255 44","labels":[]},
    {"id":"exchange.validating → exchange.failed","d":"M237 76L237 246L328 246L328 260","labels":[{"lines":["exchange.validated [hasFault]"],"x":12,"y":151,"width":221,"height":18}]},
    {"id":"exchange.validating → exchange.sending","d":"M273 76L273 130L461 130L461 144","labels":[{"lines":["exchange.validated"],"x":278,"y":98,"width":140,"height":18}]},
    {"id":"exchange.sending → exchange.cancelled","d":"M486 176L486 190L738 190L738 260","labels":[{"lines":["exchange.cancel"],"x":616,"y":214,"width":118,"height":18}]},
    {"id":"exchange.sending → exchange.answered","d":"M453 176L453 260","labels":[{"lines":["speak done"],"x":367,"y":214,"width":82,"height":18}]},
    {"id":"exchange.sending → exchange.failed","d":"M436 176L436 190L354 190L354 260","labels":[{"lines":["speak failed"],"x":254,"y":214,"width":96,"height":18}]},
    {"id":"exchange.sending → exchange.expired","d":"M469 176L469 200L603 200L603 260","labels":[{"lines":["◷ exchange (30 s)"],"x":466,"y":214,"width":133,"height":18}]},
  ],
}
