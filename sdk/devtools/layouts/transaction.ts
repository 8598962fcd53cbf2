/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 647,
  height: 532,
  boxes: [
    {"id":"transaction begins","kind":"dot","title":"","reactions":[],"x":378,"y":34,"width":10,"height":10},
    {"id":"transaction.confirming","kind":"state","title":"confirming","reactions":["readPlace done","readPlace failed"],"x":312,"y":66,"width":142,"height":68},
    {"id":"transaction.watching","kind":"state","title":"watching","reactions":[],"x":336,"y":218,"width":93,"height":32},
    {"id":"transaction.looking","kind":"state","title":"looking","reactions":[],"x":339,"y":350,"width":84,"height":32},
    {"id":"transaction.settled","kind":"final","title":"settled","reactions":[],"x":305,"y":488,"width":84,"height":32},
    {"id":"transaction.timedOut","kind":"final","title":"timedOut","reactions":[],"x":501,"y":218,"width":93,"height":32},
    {"id":"transaction.gaveUp","kind":"final","title":"gaveUp","reactions":[],"x":488,"y":488,"width":76,"height":32},
    {"id":"transaction.stopped","kind":"final","title":"stopped","reactions":[],"x":412,"y":12,"width":84,"height":32},
  ],
  arrows: [
    {"id":"transaction begins → transaction.confirming","d":"M383 44L383 66","labels":[]},
    {"id":"transaction.confirming → transaction.settled","d":"M348 134L348 148L149 148L149 474L333 474L333 488","labels":[{"lines":["awaitReceipt done"],"x":12,"y":294,"width":133,"height":18}]},
    {"id":"transaction.confirming → transaction.watching","d":"M383 134L383 218","labels":[{"lines":["awaitReceipt failed [goesOn]","◷ receipt (25 s) [goesOn]"],"x":166,"y":162,"width":213,"height":34}]},
    {"id":"transaction.confirming → transaction.timedOut","d":"M419 134L419 148L548 148L548 218","labels":[{"lines":["awaitReceipt failed","◷ receipt (25 s)"],"x":396,"y":162,"width":148,"height":34}]},
    {"id":"transaction.watching → transaction.looking","d":"M367 250L367 350","labels":[{"lines":["◷ poll (30 s)"],"x":259,"y":294,"width":104,"height":18}]},
    {"id":"transaction.looking → transaction.settled","d":"M367 382L367 396L361 396L361 488","labels":[{"lines":["fetchReceipt done [found]"],"x":166,"y":426,"width":191,"height":18}]},
    {"id":"transaction.looking → transaction.watching","d":"M395 350L395 264L398 264L398 250","labels":[{"lines":["fetchReceipt done [looksLeft]","fetchReceipt failed [looksLeft]","◷ receipt (25 s) [looksLeft]"],"x":400,"y":278,"width":235,"height":50}]},
    {"id":"transaction.looking → transaction.gaveUp","d":"M395 382L395 396L526 396L526 488","labels":[{"lines":["fetchReceipt done","fetchReceipt failed","◷ receipt (25 s)"],"x":374,"y":410,"width":148,"height":50}]},
  ],
}
