/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 647,
  height: 496,
  boxes: [
    {"id":"transaction begins","kind":"dot","title":"","reactions":[],"x":378,"y":34,"width":10,"height":10},
    {"id":"transaction.confirming","kind":"state","title":"confirming","reactions":[],"x":328,"y":66,"width":110,"height":32},
    {"id":"transaction.watching","kind":"state","title":"watching","reactions":[],"x":336,"y":182,"width":93,"height":32},
    {"id":"transaction.looking","kind":"state","title":"looking","reactions":[],"x":339,"y":314,"width":84,"height":32},
    {"id":"transaction.settled","kind":"final","title":"settled","reactions":[],"x":305,"y":452,"width":84,"height":32},
    {"id":"transaction.timedOut","kind":"final","title":"timedOut","reactions":[],"x":501,"y":182,"width":93,"height":32},
    {"id":"transaction.gaveUp","kind":"final","title":"gaveUp","reactions":[],"x":488,"y":452,"width":76,"height":32},
    {"id":"transaction.stopped","kind":"final","title":"stopped","reactions":[],"x":412,"y":12,"width":84,"height":32},
  ],
  arrows: [
    {"id":"transaction begins → transaction.confirming","d":"M383 44L383 66","labels":[]},
    {"id":"transaction.confirming → transaction.settled","d":"M356 98L356 112L149 112L149 438L333 438L333 452","labels":[{"lines":["awaitReceipt done"],"x":12,"y":258,"width":133,"height":18}]},
    {"id":"transaction.confirming → transaction.watching","d":"M383 98L383 182","labels":[{"lines":["awaitReceipt failed [goesOn]","◷ receipt (25 s) [goesOn]"],"x":166,"y":126,"width":213,"height":34}]},
    {"id":"transaction.confirming → transaction.timedOut","d":"M411 98L411 112L548 112L548 182","labels":[{"lines":["awaitReceipt failed","◷ receipt (25 s)"],"x":396,"y":126,"width":148,"height":34}]},
    {"id":"transaction.watching → transaction.looking","d":"M367 214L367 314","labels":[{"lines":["◷ poll (30 s)"],"x":259,"y":258,"width":104,"height":18}]},
    {"id":"transaction.looking → transaction.settled","d":"M367 346L367 360L361 360L361 452","labels":[{"lines":["fetchReceipt done [found]"],"x":166,"y":390,"width":191,"height":18}]},
    {"id":"transaction.looking → transaction.watching","d":"M395 314L395 228L398 228L398 214","labels":[{"lines":["fetchReceipt done [looksLeft]","fetchReceipt failed [looksLeft]","◷ receipt (25 s) [looksLeft]"],"x":400,"y":242,"width":235,"height":50}]},
    {"id":"transaction.looking → transaction.gaveUp","d":"M395 346L395 360L526 360L526 452","labels":[{"lines":["fetchReceipt done","fetchReceipt failed","◷ receipt (25 s)"],"x":374,"y":374,"width":148,"height":50}]},
  ],
}
