/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1306,
  height: 674,
  boxes: [
    {"id":"activity begins","kind":"dot","title":"","reactions":[],"x":742,"y":12,"width":10,"height":10},
    {"id":"activity.deciding","kind":"state","title":"deciding","reactions":[],"x":700,"y":44,"width":93,"height":32},
    {"id":"activity.unsupported","kind":"state","title":"unsupported","reactions":[],"x":688,"y":104,"width":118,"height":32},
    {"id":"activity.idle","kind":"state","title":"idle","reactions":[],"x":794,"y":158,"width":72,"height":32},
    {"id":"activity.loading","kind":"state","title":"loading","reactions":["transaction.settled [mine]"],"x":513,"y":290,"width":215,"height":52},
    {"id":"activity.sorting","kind":"state","title":"sorting","reactions":[],"x":377,"y":469,"width":84,"height":32},
    {"id":"activity.ready","kind":"state","title":"ready","reactions":["activity.setShown"],"x":961,"y":530,"width":149,"height":52},
    {"id":"activity.empty","kind":"state","title":"empty","reactions":["activity.setShown"],"x":330,"y":610,"width":149,"height":52},
    {"id":"activity.failed","kind":"state","title":"failed","reactions":[],"x":616,"y":468,"width":76,"height":32},
  ],
  arrows: [
    {"id":"activity begins → activity.deciding","d":"M747 22L747 44","labels":[]},
    {"id":"activity.deciding → activity.loading","d":"M723 76L723 90L585 90L585 290","labels":[{"lines":["[toldAndShown]"],"x":470,"y":165,"width":111,"height":18}]},
    {"id":"activity.deciding → activity.idle","d":"M770 76L770 90L830 90L830 158","labels":[{"lines":["[told]"],"x":835,"y":111,"width":52,"height":18}]},
    {"id":"activity.deciding → activity.unsupported","d":"M747 76L747 104","labels":[]},
    {"id":"activity.idle → activity.loading","d":"M812 190L812 276L656 276L656 290","labels":[{"lines":["activity.load","activity.setShown [showing]"],"x":602,"y":228,"width":206,"height":34}]},
    {"id":"activity.loading → activity.sorting","d":"M574 342L574 366L405 366L405 469","labels":[{"lines":["fetchPage done"],"x":290,"y":406,"width":111,"height":18}]},
    {"id":"activity.loading → activity.failed","d":"M636 342L636 356L654 356L654 454L641 454L641 468","labels":[{"lines":["fetchPage failed","◷ api (15 s)"],"x":524,"y":398,"width":126,"height":34}]},
    {"id":"activity.sorting → activity.loading","d":"M433 469L433 454L418 454L418 376L605 376L605 342","labels":[{"lines":["[fruitless]"],"x":423,"y":406,"width":89,"height":18}]},
    {"id":"activity.sorting → activity.empty","d":"M405 501L405 610","labels":[{"lines":["[none]"],"x":410,"y":547,"width":52,"height":18}]},
    {"id":"activity.sorting → activity.ready","d":"M433 501L433 516L998 516L998 530","labels":[]},
    {"id":"activity.ready → activity.loading","d":"M1036 530L1036 516L1056 516L1056 356L697 356L697 342","labels":[{"lines":["activity.load","activity.more [more]","transaction.settled [mineAndShown]"],"x":795,"y":390,"width":257,"height":50}]},
    {"id":"activity.ready → activity.idle","d":"M1073 530L1073 214L830 214L830 190","labels":[{"lines":["transaction.settled [mine]"],"x":870,"y":307,"width":199,"height":18}]},
    {"id":"activity.empty → activity.loading","d":"M367 610L367 596L273 596L273 356L544 356L544 342","labels":[{"lines":["activity.load","transaction.settled [mineAndShown]"],"x":12,"y":468,"width":257,"height":34}]},
    {"id":"activity.empty → activity.idle","d":"M442 610L442 596L1293 596L1293 204L848 204L848 190","labels":[{"lines":["transaction.settled [mine]"],"x":1090,"y":406,"width":199,"height":18}]},
    {"id":"activity.failed → activity.loading","d":"M667 468L667 342","labels":[{"lines":["activity.retry","activity.load"],"x":672,"y":398,"width":111,"height":34}]},
  ],
}
