/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 724,
  height: 528,
  boxes: [
    {"id":"reading begins","kind":"dot","title":"","reactions":[],"x":264,"y":34,"width":10,"height":10},
    {"id":"reading.fromWallet","kind":"state","title":"fromWallet","reactions":[],"x":214,"y":66,"width":110,"height":32},
    {"id":"reading.fromApi","kind":"state","title":"fromApi","reactions":[],"x":268,"y":198,"width":84,"height":32},
    {"id":"reading.fromChain","kind":"state","title":"fromChain","reactions":[],"x":510,"y":346,"width":101,"height":32},
    {"id":"reading.done","kind":"final","title":"done","reactions":[],"x":233,"y":484,"width":72,"height":32},
    {"id":"reading.failed","kind":"final","title":"failed","reactions":[],"x":636,"y":484,"width":76,"height":32},
    {"id":"reading.cancelled","kind":"final","title":"cancelled","reactions":[],"x":298,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"reading begins → reading.fromWallet","d":"M269 44L269 66","labels":[]},
    {"id":"reading.fromWallet → reading.done","d":"M251 98L251 484","labels":[{"lines":["fetchFromWallet done [complete]"],"x":12,"y":282,"width":235,"height":18}]},
    {"id":"reading.fromWallet → reading.fromApi","d":"M287 98L287 184L310 184L310 198","labels":[{"lines":["fetchFromWallet done","fetchFromWallet failed","◷ assets (5 s)"],"x":292,"y":120,"width":170,"height":50}]},
    {"id":"reading.fromApi → reading.done","d":"M296 230L296 244L268 244L268 470L269 470L269 484","labels":[{"lines":["fetchFromApi done [complete]"],"x":273,"y":353,"width":213,"height":18}]},
    {"id":"reading.fromApi → reading.fromChain","d":"M324 230L324 244L561 244L561 346","labels":[{"lines":["fetchFromApi done [answered]","fetchFromApi done","fetchFromApi failed","◷ api (15 s)"],"x":344,"y":258,"width":213,"height":66}]},
    {"id":"reading.fromChain → reading.done","d":"M544 378L544 392L495 392L495 470L287 470L287 484","labels":[{"lines":["fetchFromChain done [whole]"],"x":285,"y":422,"width":206,"height":18}]},
    {"id":"reading.fromChain → reading.failed","d":"M577 378L577 392L674 392L674 484","labels":[{"lines":["fetchFromChain done","fetchFromChain failed","◷ balance (20 s)"],"x":508,"y":406,"width":162,"height":50}]},
  ],
}
