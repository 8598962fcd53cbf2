/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1409,
  height: 518,
  boxes: [
    {"id":"balance begins","kind":"dot","title":"","reactions":[],"x":462,"y":12,"width":10,"height":10},
    {"id":"balance.deciding","kind":"state","title":"deciding","reactions":[],"x":420,"y":44,"width":93,"height":32},
    {"id":"balance.unsupported","kind":"state","title":"unsupported","reactions":[],"x":627,"y":144,"width":118,"height":32},
    {"id":"balance.loading","kind":"state","title":"loading","reactions":["transaction.settled [isOwnNetwork]"],"x":330,"y":144,"width":273,"height":52},
    {"id":"balance.ready","kind":"state","title":"ready","reactions":["view.shown [isAccountView]","modal.opened","page.returned"],"x":714,"y":322,"width":215,"height":84},
    {"id":"balance.blocked","kind":"state","title":"blocked","reactions":["transaction.settled [isOwnNetwork]"],"x":239,"y":330,"width":273,"height":52},
    {"id":"balance.failed","kind":"state","title":"failed","reactions":[],"x":1084,"y":474,"width":76,"height":32},
  ],
  arrows: [
    {"id":"balance begins → balance.deciding","d":"M467 22L467 44","labels":[]},
    {"id":"balance.deciding → balance.blocked","d":"M443 76L443 90L171 90L171 308L307 308L307 330","labels":[{"lines":["[isFreshAndReadable]"],"x":12,"y":161,"width":155,"height":18}]},
    {"id":"balance.deciding → balance.loading","d":"M467 76L467 144","labels":[{"lines":["[canReadBalances]"],"x":330,"y":104,"width":133,"height":18}]},
    {"id":"balance.deciding → balance.unsupported","d":"M490 76L490 90L686 90L686 144","labels":[{"lines":["[isSupported]"],"x":578,"y":104,"width":104,"height":18}]},
    {"id":"balance.loading → balance.ready","d":"M467 196L467 230L844 230L844 308L786 308L786 322","labels":[{"lines":["reading done [isWithoutError]"],"x":619,"y":260,"width":221,"height":18}]},
    {"id":"balance.loading → balance.blocked","d":"M376 196L376 330","labels":[{"lines":["reading done [hasTokens]","reading done","reading failed"],"x":188,"y":244,"width":184,"height":50}]},
    {"id":"balance.ready → balance.loading","d":"M857 322L857 220L512 220L512 196","labels":[{"lines":["balance.refresh","transaction.settled [isOwnNetwork]"],"x":862,"y":252,"width":257,"height":34}]},
    {"id":"balance.blocked → balance.loading","d":"M444 330L444 308L389 308L389 210L421 210L421 196","labels":[{"lines":["◷ retry [isFreshReadPending]"],"x":394,"y":260,"width":213,"height":18}]},
    {"id":"balance.blocked → balance.failed","d":"M376 382L376 460L1109 460L1109 474","labels":[{"lines":["◷ retry"],"x":312,"y":428,"width":60,"height":18}]},
    {"id":"balance.failed → balance.loading","d":"M1135 474L1135 210L558 210L558 196","labels":[{"lines":["balance.refresh","view.shown [isAccountView]","modal.opened","page.returned","transaction.settled [isOwnNetwork]"],"x":1140,"y":323,"width":257,"height":82}]},
  ],
}
