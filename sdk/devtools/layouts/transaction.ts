/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 743,
  height: 532,
  boxes: [
    {"id":"transaction begins","kind":"dot","title":"","reactions":[],"x":452,"y":34,"width":10,"height":10},
    {"id":"transaction.confirming","kind":"state","title":"confirming","reactions":["readPosition done","readPosition failed"],"x":375,"y":66,"width":164,"height":68},
    {"id":"transaction.watching","kind":"state","title":"watching","reactions":[],"x":410,"y":218,"width":93,"height":32},
    {"id":"transaction.polling","kind":"state","title":"polling","reactions":[],"x":413,"y":350,"width":84,"height":32},
    {"id":"transaction.settled","kind":"final","title":"settled","reactions":[],"x":342,"y":488,"width":84,"height":32},
    {"id":"transaction.timedOut","kind":"final","title":"timedOut","reactions":[],"x":575,"y":218,"width":93,"height":32},
    {"id":"transaction.unconfirmed","kind":"final","title":"unconfirmed","reactions":[],"x":504,"y":488,"width":118,"height":32},
    {"id":"transaction.stopped","kind":"final","title":"stopped","reactions":[],"x":486,"y":12,"width":84,"height":32},
  ],
  arrows: [
    {"id":"transaction begins → transaction.confirming","d":"M457 44L457 66","labels":[]},
    {"id":"transaction.confirming → transaction.settled","d":"M416 134L416 148L149 148L149 474L370 474L370 488","labels":[{"lines":["awaitReceipt done"],"x":12,"y":294,"width":133,"height":18}]},
    {"id":"transaction.confirming → transaction.watching","d":"M457 134L457 218","labels":[{"lines":["awaitReceipt failed [isWatchedFurther]","◷ receipt (25 s) [isWatchedFurther]"],"x":166,"y":162,"width":287,"height":34}]},
    {"id":"transaction.confirming → transaction.timedOut","d":"M498 134L498 148L622 148L622 218","labels":[{"lines":["awaitReceipt failed","◷ receipt (25 s)"],"x":470,"y":162,"width":148,"height":34}]},
    {"id":"transaction.watching → transaction.polling","d":"M441 250L441 350","labels":[{"lines":["◷ poll (30 s)"],"x":333,"y":294,"width":104,"height":18}]},
    {"id":"transaction.polling → transaction.settled","d":"M441 382L441 396L398 396L398 488","labels":[{"lines":["fetchReceipt done [hasReceipt]"],"x":166,"y":426,"width":228,"height":18}]},
    {"id":"transaction.polling → transaction.watching","d":"M469 350L469 264L472 264L472 250","labels":[{"lines":["fetchReceipt done [hasPollsLeft]","fetchReceipt failed [hasPollsLeft]","◷ receipt (25 s) [hasPollsLeft]"],"x":474,"y":278,"width":257,"height":50}]},
    {"id":"transaction.polling → transaction.unconfirmed","d":"M469 382L469 396L563 396L563 488","labels":[{"lines":["fetchReceipt done","fetchReceipt failed","◷ receipt (25 s)"],"x":411,"y":410,"width":148,"height":50}]},
  ],
}
