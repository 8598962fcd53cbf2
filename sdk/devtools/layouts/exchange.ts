/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 785,
  height: 304,
  boxes: [
    {"id":"exchange begins","kind":"dot","title":"","reactions":[],"x":235,"y":12,"width":10,"height":10},
    {"id":"exchange.validating","kind":"state","title":"validating","reactions":[],"x":185,"y":44,"width":110,"height":32},
    {"id":"exchange.speaking","kind":"state","title":"speaking","reactions":[],"x":401,"y":144,"width":93,"height":32},
    {"id":"exchange.answered","kind":"final","title":"answered","reactions":[],"x":391,"y":260,"width":93,"height":32},
    {"id":"exchange.expired","kind":"final","title":"expired","reactions":[],"x":546,"y":260,"width":84,"height":32},
    {"id":"exchange.cancelled","kind":"final","title":"cancelled","reactions":[],"x":672,"y":260,"width":101,"height":32},
    {"id":"exchange.failed","kind":"final","title":"failed","reactions":[],"x":288,"y":260,"width":76,"height":32},
  ],
  arrows: [
    {"id":"exchange begins → exchange.validating","d":"M240 22L240 44","labels":[]},
    {"id":"exchange.validating → exchange.failed","d":"M222 76L222 246L313 246L313 260","labels":[{"lines":["exchange.validated [faulty]"],"x":12,"y":151,"width":206,"height":18}]},
    {"id":"exchange.validating → exchange.speaking","d":"M258 76L258 130L448 130L448 144","labels":[{"lines":["exchange.validated"],"x":263,"y":98,"width":140,"height":18}]},
    {"id":"exchange.speaking → exchange.cancelled","d":"M475 176L475 190L723 190L723 260","labels":[{"lines":["exchange.cancel"],"x":601,"y":214,"width":118,"height":18}]},
    {"id":"exchange.speaking → exchange.answered","d":"M438 176L438 260","labels":[{"lines":["speak done"],"x":352,"y":214,"width":82,"height":18}]},
    {"id":"exchange.speaking → exchange.failed","d":"M420 176L420 190L339 190L339 260","labels":[{"lines":["speak failed"],"x":239,"y":214,"width":96,"height":18}]},
    {"id":"exchange.speaking → exchange.expired","d":"M457 176L457 200L588 200L588 260","labels":[{"lines":["◷ exchange (30 s)"],"x":451,"y":214,"width":133,"height":18}]},
  ],
}
