/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 501,
  height: 1011,
  boxes: [
    {"id":"frame begins","kind":"dot","title":"","reactions":[],"x":124,"y":12,"width":10,"height":10},
    {"id":"frame.absent","kind":"state","title":"absent","reactions":[],"x":91,"y":44,"width":76,"height":32},
    {"id":"frame.present","kind":"compound","title":"present","reactions":["frame.ask","frame.withdraw","frame.signedOut"],"x":115,"y":144,"width":278.5,"height":594},
    {"id":"frame.present begins","kind":"dot","title":"","reactions":[],"x":273,"y":236,"width":10,"height":10},
    {"id":"frame.present.loading","kind":"state","title":"loading","reactions":[],"x":236,"y":266,"width":84,"height":32},
    {"id":"frame.present.settling","kind":"state","title":"settling","reactions":[],"x":217.5,"y":356,"width":93,"height":32},
    {"id":"frame.present.ready","kind":"compound","title":"ready","reactions":["frame.ask [gone] → present","frame.ask","frame.unanswered"],"x":168.5,"y":446,"width":191,"height":278},
    {"id":"frame.present.ready begins","kind":"dot","title":"","reactions":[],"x":265.5,"y":538,"width":10,"height":10},
    {"id":"frame.present.ready.quiet","kind":"state","title":"quiet","reactions":[],"x":234.5,"y":568,"width":72,"height":32},
    {"id":"frame.present.ready.showing","kind":"state","title":"showing","reactions":["show failed"],"x":223.5,"y":658,"width":105,"height":52},
    {"id":"frame.explaining","kind":"state","title":"explaining","reactions":[],"x":164,"y":817.5,"width":110,"height":32},
    {"id":"frame.failed","kind":"state","title":"failed","reactions":[],"x":353,"y":967,"width":76,"height":32},
  ],
  arrows: [
    {"id":"frame begins → frame.absent","d":"M129 22L129 44","labels":[]},
    {"id":"frame.present begins → frame.present.loading","d":"M278 246L278 266","labels":[]},
    {"id":"frame.present.ready begins → frame.present.ready.quiet","d":"M270.5 548L270.5 568","labels":[]},
    {"id":"frame.absent → frame.present","d":"M129 76L129 144","labels":[{"lines":["frame.ask"],"x":51,"y":98,"width":74,"height":18}]},
    {"id":"frame.present → frame.failed","d":"M380 738L380 757L391 757L391 967","labels":[{"lines":["frame.lost","hold failed"],"x":298,"y":817,"width":89,"height":34}]},
    {"id":"frame.present.loading → frame.present.settling","d":"M264 298L264 356","labels":[{"lines":["frame.answering"],"x":144,"y":318,"width":118,"height":18}]},
    {"id":"frame.present.loading → frame.explaining","d":"M292 298L292 308L369.5 308L370 743L370 757L237 757L237 817.5","labels":[{"lines":["◷ ready (20 s)"],"x":122,"y":771,"width":111,"height":18}]},
    {"id":"frame.present.settling → frame.present.ready","d":"M264 388L264 446","labels":[{"lines":["◷ settle (500 ms)"],"x":129,"y":408,"width":133,"height":18}]},
    {"id":"frame.present.ready.quiet → frame.present.ready.showing","d":"M282.5 600L282.5 648L293.5 648L293.5 658","labels":[{"lines":["[asked]"],"x":285.5,"y":620,"width":60,"height":18}]},
    {"id":"frame.present.ready.showing → frame.present.ready.quiet","d":"M258.5 658L258.5 600","labels":[{"lines":["[unasked]"],"x":182.5,"y":620,"width":74,"height":18}]},
    {"id":"frame.explaining → frame.present","d":"M201 817.5L201 803L90 803L90 130L139 130L139 144","labels":[{"lines":["frame.ask"],"x":12,"y":434.5,"width":74,"height":18}]},
    {"id":"frame.explaining → frame.failed","d":"M219 849.5L219 953L372 953L372 967","labels":[{"lines":["reach done [reached]","reach done","reach failed","◷ reach (15 s)"],"x":60,"y":873,"width":155,"height":66}]},
    {"id":"frame.failed → frame.present","d":"M410 967L410 130L149 130L149 144","labels":[{"lines":["frame.ask"],"x":415,"y":771,"width":74,"height":18}]},
  ],
}
