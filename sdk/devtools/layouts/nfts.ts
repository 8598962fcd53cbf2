/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 700,
  height: 390,
  boxes: [
    {"id":"nfts begins","kind":"dot","title":"","reactions":[],"x":196,"y":12,"width":10,"height":10},
    {"id":"nfts.deciding","kind":"state","title":"deciding","reactions":[],"x":154,"y":44,"width":93,"height":32},
    {"id":"nfts.unsupported","kind":"state","title":"unsupported","reactions":[],"x":210,"y":104,"width":118,"height":32},
    {"id":"nfts.reading","kind":"state","title":"reading","reactions":["transaction.settled [mine]"],"x":77,"y":158,"width":215,"height":52},
    {"id":"nfts.ready","kind":"state","title":"ready","reactions":["nfts.look"],"x":90,"y":326,"width":90,"height":52},
    {"id":"nfts.failed","kind":"state","title":"failed","reactions":[],"x":433,"y":326,"width":76,"height":32},
  ],
  arrows: [
    {"id":"nfts begins → nfts.deciding","d":"M201 22L201 44","labels":[]},
    {"id":"nfts.deciding → nfts.reading","d":"M185 76L185 158","labels":[{"lines":["[listed]"],"x":114,"y":111,"width":67,"height":18}]},
    {"id":"nfts.deciding → nfts.unsupported","d":"M216 76L216 90L269 90L269 104","labels":[]},
    {"id":"nfts.reading → nfts.ready","d":"M120 210L120 326","labels":[{"lines":["readNfts done"],"x":12,"y":264,"width":104,"height":18}]},
    {"id":"nfts.reading → nfts.failed","d":"M206 210L206 234L471 234L471 312L458 312L458 326","labels":[{"lines":["readNfts failed","◷ read (20 s)"],"x":349,"y":256,"width":118,"height":34}]},
    {"id":"nfts.ready → nfts.reading","d":"M150 326L150 312L133 312L133 224L163 224L163 210","labels":[{"lines":["nfts.retry","transaction.settled [mine]"],"x":138,"y":256,"width":199,"height":34}]},
    {"id":"nfts.failed → nfts.reading","d":"M484 326L484 224L249 224L249 210","labels":[{"lines":["nfts.look","nfts.retry","transaction.settled [mine]"],"x":489,"y":248,"width":199,"height":50}]},
  ],
}
