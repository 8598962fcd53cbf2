/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 805,
  height: 528,
  boxes: [
    {"id":"reading begins","kind":"dot","title":"","reactions":[],"x":279,"y":34,"width":10,"height":10},
    {"id":"reading.fromWallet","kind":"state","title":"fromWallet","reactions":[],"x":229,"y":66,"width":110,"height":32},
    {"id":"reading.fromApi","kind":"state","title":"fromApi","reactions":[],"x":283,"y":198,"width":84,"height":32},
    {"id":"reading.fromChain","kind":"state","title":"fromChain","reactions":[],"x":542,"y":346,"width":101,"height":32},
    {"id":"reading.done","kind":"final","title":"done","reactions":[],"x":248,"y":484,"width":72,"height":32},
    {"id":"reading.failed","kind":"final","title":"failed","reactions":[],"x":717,"y":484,"width":76,"height":32},
    {"id":"reading.cancelled","kind":"final","title":"cancelled","reactions":[],"x":313,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"reading begins → reading.fromWallet","d":"M284 44L284 66","labels":[]},
    {"id":"reading.fromWallet → reading.done","d":"M266 98L266 484","labels":[{"lines":["fetchFromWallet done [isComplete]"],"x":12,"y":282,"width":250,"height":18}]},
    {"id":"reading.fromWallet → reading.fromApi","d":"M302 98L302 184L325 184L325 198","labels":[{"lines":["fetchFromWallet done","fetchFromWallet failed","◷ assets (5 s)"],"x":307,"y":120,"width":170,"height":50}]},
    {"id":"reading.fromApi → reading.done","d":"M311 230L311 244L283 244L283 470L284 470L284 484","labels":[{"lines":["fetchFromApi done [isComplete]"],"x":288,"y":353,"width":228,"height":18}]},
    {"id":"reading.fromApi → reading.fromChain","d":"M339 230L339 244L593 244L593 346","labels":[{"lines":["fetchFromApi done [hasAnswer]","fetchFromApi done","fetchFromApi failed","◷ api (15 s)"],"x":368,"y":258,"width":221,"height":66}]},
    {"id":"reading.fromChain → reading.done","d":"M576 378L576 470L302 470L302 484","labels":[{"lines":["fetchFromChain done [isWithoutError]"],"x":300,"y":422,"width":272,"height":18}]},
    {"id":"reading.fromChain → reading.failed","d":"M609 378L609 392L755 392L755 484","labels":[{"lines":["fetchFromChain done","fetchFromChain failed","◷ balance (20 s)"],"x":589,"y":406,"width":162,"height":50}]},
  ],
}
