/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 695,
  height: 717,
  boxes: [
    {"id":"swapQuote begins","kind":"dot","title":"","reactions":[],"x":283,"y":12,"width":10,"height":10},
    {"id":"swapQuote.pausing","kind":"state","title":"pausing","reactions":[],"x":246,"y":44,"width":84,"height":32},
    {"id":"swapQuote.asking","kind":"state","title":"asking","reactions":["swapQuote.refresh"],"x":213,"y":138,"width":149,"height":52},
    {"id":"swapQuote.quoted","kind":"compound","title":"quoted","reactions":[],"x":174,"y":264,"width":398,"height":330},
    {"id":"swapQuote.quoted begins","kind":"dot","title":"","reactions":[],"x":388,"y":302,"width":10,"height":10},
    {"id":"swapQuote.quoted.fresh","kind":"state","title":"fresh","reactions":[],"x":357,"y":332,"width":72,"height":32},
    {"id":"swapQuote.quoted.renewing","kind":"state","title":"renewing","reactions":["swapQuote.refresh","fetchQuote done → quoted"],"x":314.5,"y":512,"width":200,"height":68},
    {"id":"swapQuote.quoted.resting","kind":"state","title":"resting","reactions":[],"x":402,"y":422,"width":84,"height":32},
    {"id":"swapQuote.stale","kind":"state","title":"stale","reactions":[],"x":518,"y":673,"width":72,"height":32},
    {"id":"swapQuote.failed","kind":"state","title":"failed","reactions":[],"x":363,"y":673,"width":76,"height":32},
  ],
  arrows: [
    {"id":"swapQuote begins → swapQuote.pausing","d":"M288 22L288 44","labels":[]},
    {"id":"swapQuote.quoted begins → swapQuote.quoted.fresh","d":"M393 312L393 332","labels":[]},
    {"id":"swapQuote.pausing → swapQuote.asking","d":"M288 76L288 138","labels":[{"lines":["◷ pause (200 ms)"],"x":158,"y":98,"width":126,"height":18}]},
    {"id":"swapQuote.asking → swapQuote.quoted","d":"M288 190L288 250L188 250L188 264","labels":[{"lines":["fetchQuote done"],"x":166,"y":218,"width":118,"height":18}]},
    {"id":"swapQuote.asking → swapQuote.failed","d":"M250 190L250 204L149 204L149 659L388 659L388 673","labels":[{"lines":["fetchQuote failed","◷ api (35 s)"],"x":12,"y":414.5,"width":133,"height":34}]},
    {"id":"swapQuote.quoted → swapQuote.stale","d":"M424 594L424 613L542 613L542 673","labels":[{"lines":["◷ stale (20 s)"],"x":427,"y":627,"width":111,"height":18}]},
    {"id":"swapQuote.quoted.fresh → swapQuote.quoted.renewing","d":"M381 364L381 512","labels":[{"lines":["◷ renew (10 s) [lookedAt]"],"x":188,"y":429,"width":191,"height":18}]},
    {"id":"swapQuote.quoted.fresh → swapQuote.quoted.resting","d":"M405 364L405 374L444 374L444 422","labels":[{"lines":["◷ renew (10 s)"],"x":447,"y":384,"width":111,"height":18}]},
    {"id":"swapQuote.quoted.renewing → swapQuote.failed","d":"M414.5 580L414 599L414 673","labels":[{"lines":["fetchQuote failed"],"x":277,"y":627,"width":133,"height":18}]},
    {"id":"swapQuote.quoted.resting → swapQuote.quoted.renewing","d":"M444 454L444 502L447.5 502L447.5 512","labels":[{"lines":["[lookedAt]"],"x":447,"y":474,"width":82,"height":18}]},
    {"id":"swapQuote.stale → swapQuote.asking","d":"M566 673L566 659L596 659L596 204L325 204L325 190","labels":[{"lines":["[lookedAt]"],"x":601,"y":422.5,"width":82,"height":18}]},
  ],
}
