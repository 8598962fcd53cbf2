/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1015,
  height: 502,
  boxes: [
    {"id":"balance begins","kind":"dot","title":"","reactions":[],"x":326,"y":12,"width":10,"height":10},
    {"id":"balance.deciding","kind":"state","title":"deciding","reactions":[],"x":284,"y":44,"width":93,"height":32},
    {"id":"balance.unsupported","kind":"state","title":"unsupported","reactions":[],"x":462,"y":144,"width":118,"height":32},
    {"id":"balance.loading","kind":"state","title":"loading","reactions":["transaction.settled [mine]"],"x":223,"y":144,"width":215,"height":52},
    {"id":"balance.ready","kind":"state","title":"ready","reactions":["view.shown [atAccount]","modal.opened"],"x":455,"y":322,"width":186,"height":68},
    {"id":"balance.blocked","kind":"state","title":"blocked","reactions":["transaction.settled [mine]"],"x":151,"y":326,"width":215,"height":52},
    {"id":"balance.failed","kind":"state","title":"failed","reactions":[],"x":748,"y":458,"width":76,"height":32},
  ],
  arrows: [
    {"id":"balance begins → balance.deciding","d":"M331 22L331 44","labels":[]},
    {"id":"balance.deciding → balance.blocked","d":"M307 76L307 90L90 90L90 308L205 308L205 326","labels":[{"lines":["[resting]"],"x":12,"y":161,"width":74,"height":18}]},
    {"id":"balance.deciding → balance.loading","d":"M331 76L331 144","labels":[{"lines":["[readable]"],"x":245,"y":104,"width":82,"height":18}]},
    {"id":"balance.deciding → balance.unsupported","d":"M354 76L354 90L521 90L521 144","labels":[{"lines":["[offered]"],"x":443,"y":104,"width":74,"height":18}]},
    {"id":"balance.loading → balance.ready","d":"M330 196L330 230L566 230L566 308L517 308L517 322","labels":[{"lines":["reading done [whole]"],"x":407,"y":260,"width":155,"height":18}]},
    {"id":"balance.loading → balance.blocked","d":"M259 196L259 326","labels":[{"lines":["reading done [some]","reading done","reading failed"],"x":107,"y":244,"width":148,"height":50}]},
    {"id":"balance.ready → balance.loading","d":"M579 322L579 220L366 220L366 196","labels":[{"lines":["balance.refresh","transaction.settled [mine]"],"x":584,"y":252,"width":199,"height":34}]},
    {"id":"balance.blocked → balance.loading","d":"M312 326L312 308L272 308L272 210L295 210L295 196","labels":[{"lines":["◷ retry [fresh]"],"x":277,"y":260,"width":118,"height":18}]},
    {"id":"balance.blocked → balance.failed","d":"M259 378L259 444L773 444L773 458","labels":[{"lines":["◷ retry"],"x":195,"y":412,"width":60,"height":18}]},
    {"id":"balance.failed → balance.loading","d":"M799 458L799 210L402 210L402 196","labels":[{"lines":["balance.refresh","view.shown [atAccount]","modal.opened","transaction.settled [mine]"],"x":804,"y":323,"width":199,"height":66}]},
  ],
}
