/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 425,
  height: 438,
  boxes: [
    {"id":"receiver begins","kind":"dot","title":"","reactions":[],"x":175,"y":12,"width":10,"height":10},
    {"id":"receiver.deciding","kind":"state","title":"deciding","reactions":[],"x":133,"y":44,"width":93,"height":32},
    {"id":"receiver.checking","kind":"state","title":"checking","reactions":[],"x":230,"y":144,"width":93,"height":32},
    {"id":"receiver.pausing","kind":"state","title":"pausing","reactions":[],"x":122,"y":144,"width":84,"height":32},
    {"id":"receiver.resolving","kind":"state","title":"resolving","reactions":[],"x":113,"y":253,"width":101,"height":32},
    {"id":"receiver.ended","kind":"final","title":"ended","reactions":[],"x":140,"y":394,"width":72,"height":32},
  ],
  arrows: [
    {"id":"receiver begins → receiver.deciding","d":"M180 22L180 44","labels":[]},
    {"id":"receiver.deciding → receiver.pausing","d":"M164 76L164 144","labels":[{"lines":["[isName]"],"x":93,"y":98,"width":67,"height":18}]},
    {"id":"receiver.deciding → receiver.checking","d":"M195 76L195 130L277 130L277 144","labels":[]},
    {"id":"receiver.checking → receiver.ended","d":"M277 176L277 190L238 190L238 380L188 380L188 394","labels":[{"lines":["resolveReceiver done","resolveReceiver failed","◷ resolve (10 s)"],"x":243,"y":244,"width":170,"height":50}]},
    {"id":"receiver.pausing → receiver.resolving","d":"M164 176L164 253","labels":[{"lines":["◷ debounce (500 ms)"],"x":12,"y":204,"width":148,"height":18}]},
    {"id":"receiver.resolving → receiver.ended","d":"M164 285L164 394","labels":[{"lines":["resolveName done","resolveName failed","◷ resolve (10 s)"],"x":20,"y":316,"width":140,"height":50}]},
  ],
}
