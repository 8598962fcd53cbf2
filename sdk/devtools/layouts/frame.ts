/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 593,
  height: 1011,
  boxes: [
    {"id":"frame begins","kind":"dot","title":"","reactions":[],"x":124,"y":12,"width":10,"height":10},
    {"id":"frame.absent","kind":"state","title":"absent","reactions":[],"x":91,"y":44,"width":76,"height":32},
    {"id":"frame.present","kind":"compound","title":"present","reactions":["frame.ask","frame.withdraw","frame.signedOut"],"x":115,"y":144,"width":371,"height":594},
    {"id":"frame.present begins","kind":"dot","title":"","reactions":[],"x":299.5,"y":236,"width":10,"height":10},
    {"id":"frame.present.loading","kind":"state","title":"loading","reactions":[],"x":262.5,"y":266,"width":84,"height":32},
    {"id":"frame.present.settling","kind":"state","title":"settling","reactions":[],"x":244,"y":356,"width":93,"height":32},
    {"id":"frame.present.ready","kind":"compound","title":"ready","reactions":["frame.ask [isGone] → present","frame.ask","frame.unanswered"],"x":129,"y":446,"width":323,"height":278},
    {"id":"frame.present.ready begins","kind":"dot","title":"","reactions":[],"x":292,"y":538,"width":10,"height":10},
    {"id":"frame.present.ready.quiet","kind":"state","title":"quiet","reactions":[],"x":261,"y":568,"width":72,"height":32},
    {"id":"frame.present.ready.showing","kind":"state","title":"showing","reactions":["show failed"],"x":250,"y":658,"width":105,"height":52},
    {"id":"frame.explaining","kind":"state","title":"explaining","reactions":[],"x":256,"y":817.5,"width":110,"height":32},
    {"id":"frame.failed","kind":"state","title":"failed","reactions":[],"x":445,"y":967,"width":76,"height":32},
  ],
  arrows: [
    {"id":"frame begins → frame.absent","d":"M129 22L129 44","labels":[]},
    {"id":"frame.present begins → frame.present.loading","d":"M304.5 246L304.5 266","labels":[]},
    {"id":"frame.present.ready begins → frame.present.ready.quiet","d":"M297 548L297 568","labels":[]},
    {"id":"frame.absent → frame.present","d":"M129 76L129 144","labels":[{"lines":["frame.ask"],"x":51,"y":98,"width":74,"height":18}]},
    {"id":"frame.present → frame.failed","d":"M472 738L472 757L483 757L483 967","labels":[{"lines":["frame.lost","hold failed"],"x":390,"y":817,"width":89,"height":34}]},
    {"id":"frame.present.loading → frame.present.settling","d":"M290.5 298L290.5 356","labels":[{"lines":["frame.answering"],"x":170.5,"y":318,"width":118,"height":18}]},
    {"id":"frame.present.loading → frame.explaining","d":"M318.5 298L318.5 308L462 308L462 757L329 757L329 817.5","labels":[{"lines":["◷ ready (20 s)"],"x":214,"y":771,"width":111,"height":18}]},
    {"id":"frame.present.settling → frame.present.ready","d":"M290.5 388L290.5 446","labels":[{"lines":["◷ settle (500 ms)"],"x":155.5,"y":408,"width":133,"height":18}]},
    {"id":"frame.present.ready.quiet → frame.present.ready.showing","d":"M309 600L309 648L320 648L320 658","labels":[{"lines":["[hasOpenRequest]"],"x":312,"y":620,"width":126,"height":18}]},
    {"id":"frame.present.ready.showing → frame.present.ready.quiet","d":"M285 658L285 600","labels":[{"lines":["[hasNoOpenRequest]"],"x":143,"y":620,"width":140,"height":18}]},
    {"id":"frame.explaining → frame.present","d":"M293 817.5L293 803L90 803L90 130L139 130L139 144","labels":[{"lines":["frame.ask"],"x":12,"y":434.5,"width":74,"height":18}]},
    {"id":"frame.explaining → frame.failed","d":"M311 849.5L311 953L464 953L464 967","labels":[{"lines":["reach done [isReached]","reach done","reach failed","◷ reach (15 s)"],"x":137,"y":873,"width":170,"height":66}]},
    {"id":"frame.failed → frame.present","d":"M502 967L502 130L149 130L149 144","labels":[{"lines":["frame.ask"],"x":507,"y":771,"width":74,"height":18}]},
  ],
}
