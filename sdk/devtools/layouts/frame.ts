/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 653,
  height: 1050,
  boxes: [
    {"id":"frame begins","kind":"dot","title":"","reactions":[],"x":154,"y":12,"width":10,"height":10},
    {"id":"frame.absent","kind":"state","title":"absent","reactions":[],"x":121,"y":44,"width":76,"height":32},
    {"id":"frame.present","kind":"compound","title":"present","reactions":["frame.request","frame.withdraw","frame.signedOut"],"x":145,"y":144,"width":371,"height":633},
    {"id":"frame.present begins","kind":"dot","title":"","reactions":[],"x":329.5,"y":236,"width":10,"height":10},
    {"id":"frame.present.loading","kind":"state","title":"loading","reactions":[],"x":292.5,"y":266,"width":84,"height":32},
    {"id":"frame.present.settling","kind":"state","title":"settling","reactions":[],"x":274,"y":356,"width":93,"height":32},
    {"id":"frame.present.ready","kind":"compound","title":"ready","reactions":["frame.request [isUnresponsive] → present","frame.request","frame.unanswered"],"x":159,"y":446,"width":323,"height":317},
    {"id":"frame.present.ready begins","kind":"dot","title":"","reactions":[],"x":322,"y":538,"width":10,"height":10},
    {"id":"frame.present.ready.quiet","kind":"state","title":"quiet","reactions":[],"x":291,"y":568,"width":72,"height":32},
    {"id":"frame.present.ready.showing","kind":"state","title":"showing","reactions":["show failed"],"x":280,"y":658,"width":105,"height":52},
    {"id":"frame.explaining","kind":"state","title":"explaining","reactions":[],"x":286,"y":856.5,"width":110,"height":32},
    {"id":"frame.failed","kind":"state","title":"failed","reactions":[],"x":475,"y":1006,"width":76,"height":32},
  ],
  arrows: [
    {"id":"frame begins → frame.absent","d":"M159 22L159 44","labels":[]},
    {"id":"frame.present begins → frame.present.loading","d":"M334.5 246L334.5 266","labels":[]},
    {"id":"frame.present.ready begins → frame.present.ready.quiet","d":"M327 548L327 568","labels":[]},
    {"id":"frame.absent → frame.present","d":"M159 76L159 144","labels":[{"lines":["frame.request"],"x":51,"y":98,"width":104,"height":18}]},
    {"id":"frame.present → frame.failed","d":"M502 777L502 796L513 796L513 1006","labels":[{"lines":["frame.lost","hold failed"],"x":420,"y":856,"width":89,"height":34}]},
    {"id":"frame.present.loading → frame.present.settling","d":"M320.5 298L320.5 356","labels":[{"lines":["frame.answering"],"x":200.5,"y":318,"width":118,"height":18}]},
    {"id":"frame.present.loading → frame.explaining","d":"M348.5 298L348.5 308L492 308L492 796L359 796L359 856.5","labels":[{"lines":["◷ ready (20 s)"],"x":244,"y":810,"width":111,"height":18}]},
    {"id":"frame.present.settling → frame.present.ready","d":"M320.5 388L320.5 446","labels":[{"lines":["◷ settle (500 ms)"],"x":185.5,"y":408,"width":133,"height":18}]},
    {"id":"frame.present.ready.quiet → frame.present.ready.showing","d":"M339 600L339 648L350 648L350 658","labels":[{"lines":["[hasOpenRequest]"],"x":342,"y":620,"width":126,"height":18}]},
    {"id":"frame.present.ready.showing → frame.present.ready.quiet","d":"M315 658L315 600","labels":[{"lines":["[hasNoOpenRequest]"],"x":173,"y":620,"width":140,"height":18}]},
    {"id":"frame.explaining → frame.present","d":"M323 856.5L323 842L120 842L120 130L169 130L169 144","labels":[{"lines":["frame.request"],"x":12,"y":454,"width":104,"height":18}]},
    {"id":"frame.explaining → frame.failed","d":"M341 888.5L341 992L494 992L494 1006","labels":[{"lines":["reach done [isReached]","reach done","reach failed","◷ reach (15 s)"],"x":167,"y":912,"width":170,"height":66}]},
    {"id":"frame.failed → frame.present","d":"M532 1006L532 130L179 130L179 144","labels":[{"lines":["frame.request"],"x":537,"y":810,"width":104,"height":18}]},
  ],
}
