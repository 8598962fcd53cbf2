/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 816,
  height: 390,
  boxes: [
    {"id":"nfts begins","kind":"dot","title":"","reactions":[],"x":213,"y":12,"width":10,"height":10},
    {"id":"nfts.deciding","kind":"state","title":"deciding","reactions":[],"x":171,"y":44,"width":93,"height":32},
    {"id":"nfts.unsupported","kind":"state","title":"unsupported","reactions":[],"x":227,"y":104,"width":118,"height":32},
    {"id":"nfts.reading","kind":"state","title":"reading","reactions":["transaction.settled [isOwnNetwork]"],"x":65,"y":158,"width":273,"height":52},
    {"id":"nfts.ready","kind":"state","title":"ready","reactions":["nfts.refresh"],"x":83,"y":326,"width":112,"height":52},
    {"id":"nfts.failed","kind":"state","title":"failed","reactions":[],"x":491,"y":326,"width":76,"height":32},
  ],
  arrows: [
    {"id":"nfts begins → nfts.deciding","d":"M218 22L218 44","labels":[]},
    {"id":"nfts.deciding → nfts.reading","d":"M202 76L202 158","labels":[{"lines":["[canListNfts]"],"x":94,"y":111,"width":104,"height":18}]},
    {"id":"nfts.deciding → nfts.unsupported","d":"M233 76L233 90L286 90L286 104","labels":[]},
    {"id":"nfts.reading → nfts.ready","d":"M120 210L120 326","labels":[{"lines":["readNfts done"],"x":12,"y":264,"width":104,"height":18}]},
    {"id":"nfts.reading → nfts.failed","d":"M229 210L229 234L529 234L529 312L516 312L516 326","labels":[{"lines":["readNfts failed","◷ read (20 s)"],"x":407,"y":256,"width":118,"height":34}]},
    {"id":"nfts.ready → nfts.reading","d":"M158 326L158 312L133 312L133 224L174 224L174 210","labels":[{"lines":["nfts.retry","transaction.settled [isOwnNetwork]"],"x":138,"y":256,"width":257,"height":34}]},
    {"id":"nfts.failed → nfts.reading","d":"M542 326L542 224L283 224L283 210","labels":[{"lines":["nfts.refresh","nfts.retry","transaction.settled [isOwnNetwork]"],"x":547,"y":248,"width":257,"height":50}]},
  ],
}
