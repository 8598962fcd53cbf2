/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 903,
  height: 717,
  boxes: [
    {"id":"swapQuote begins","kind":"dot","title":"","reactions":[],"x":283,"y":12,"width":10,"height":10},
    {"id":"swapQuote.pausing","kind":"state","title":"pausing","reactions":[],"x":246,"y":44,"width":84,"height":32},
    {"id":"swapQuote.loading","kind":"state","title":"loading","reactions":["swapQuote.refresh"],"x":213,"y":138,"width":149,"height":52},
    {"id":"swapQuote.quoted","kind":"compound","title":"quoted","reactions":[],"x":174,"y":264,"width":526,"height":330},
    {"id":"swapQuote.quoted begins","kind":"dot","title":"","reactions":[],"x":469,"y":302,"width":10,"height":10},
    {"id":"swapQuote.quoted.fresh","kind":"state","title":"fresh","reactions":[],"x":438,"y":332,"width":72,"height":32},
    {"id":"swapQuote.quoted.renewing","kind":"state","title":"renewing","reactions":["swapQuote.refresh","fetchQuote done → quoted"],"x":395.5,"y":512,"width":200,"height":68},
    {"id":"swapQuote.quoted.hidden","kind":"state","title":"hidden","reactions":[],"x":483,"y":422,"width":76,"height":32},
    {"id":"swapQuote.stale","kind":"state","title":"stale","reactions":[],"x":481,"y":673,"width":72,"height":32},
    {"id":"swapQuote.failed","kind":"state","title":"failed","reactions":[],"x":326,"y":673,"width":76,"height":32},
  ],
  arrows: [
    {"id":"swapQuote begins → swapQuote.pausing","d":"M288 22L288 44","labels":[]},
    {"id":"swapQuote.quoted begins → swapQuote.quoted.fresh","d":"M474 312L474 332","labels":[]},
    {"id":"swapQuote.pausing → swapQuote.loading","d":"M288 76L288 138","labels":[{"lines":["◷ pause (200 ms)"],"x":158,"y":98,"width":126,"height":18}]},
    {"id":"swapQuote.loading → swapQuote.quoted","d":"M288 190L288 250L188 250L188 264","labels":[{"lines":["fetchQuote done"],"x":166,"y":218,"width":118,"height":18}]},
    {"id":"swapQuote.loading → swapQuote.failed","d":"M250 190L250 204L149 204L149 659L351 659L351 673","labels":[{"lines":["fetchQuote failed","◷ api (35 s)"],"x":12,"y":414.5,"width":133,"height":34}]},
    {"id":"swapQuote.quoted → swapQuote.stale","d":"M505 594L505 673","labels":[{"lines":["◷ stale (20 s)"],"x":390,"y":627,"width":111,"height":18}]},
    {"id":"swapQuote.quoted.fresh → swapQuote.quoted.renewing","d":"M462 364L462 512","labels":[{"lines":["◷ renew (10 s) [isWatchedAndVisible]"],"x":188,"y":429,"width":272,"height":18}]},
    {"id":"swapQuote.quoted.fresh → swapQuote.quoted.hidden","d":"M486 364L486 374L521 374L521 422","labels":[{"lines":["◷ renew (10 s)"],"x":524,"y":384,"width":111,"height":18}]},
    {"id":"swapQuote.quoted.renewing → swapQuote.failed","d":"M495.5 580L495 599L495 613L377 613L377 673","labels":[{"lines":["fetchQuote failed"],"x":240,"y":627,"width":133,"height":18}]},
    {"id":"swapQuote.quoted.hidden → swapQuote.quoted.renewing","d":"M521 454L521 502L528.5 502L528.5 512","labels":[{"lines":["[isWatchedAndVisible]"],"x":524,"y":474,"width":162,"height":18}]},
    {"id":"swapQuote.stale → swapQuote.loading","d":"M529 673L529 659L724 659L724 204L325 204L325 190","labels":[{"lines":["[isWatchedAndVisible]"],"x":729,"y":422.5,"width":162,"height":18}]},
  ],
}
