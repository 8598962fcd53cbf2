/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 825,
  height: 567,
  boxes: [
    {"id":"purchases begins","kind":"dot","title":"","reactions":[],"x":477,"y":12,"width":10,"height":10},
    {"id":"purchases.reading","kind":"state","title":"reading","reactions":["purchases.load","purchases.viewEntered"],"x":393,"y":44,"width":178,"height":68},
    {"id":"purchases.deciding","kind":"state","title":"deciding","reactions":[],"x":526,"y":212,"width":93,"height":32},
    {"id":"purchases.pending","kind":"compound","title":"pending","reactions":[],"x":439,"y":332,"width":191,"height":204},
    {"id":"purchases.pending begins","kind":"dot","title":"","reactions":[],"x":490,"y":370,"width":10,"height":10},
    {"id":"purchases.pending.pausing","kind":"state","title":"pausing","reactions":[],"x":453,"y":400,"width":84,"height":32},
    {"id":"purchases.pending.hidden","kind":"state","title":"hidden","reactions":[],"x":471,"y":490,"width":76,"height":32},
    {"id":"purchases.ready","kind":"state","title":"ready","reactions":[],"x":399,"y":272,"width":72,"height":32},
    {"id":"purchases.failed","kind":"state","title":"failed","reactions":[],"x":426,"y":212,"width":76,"height":32},
  ],
  arrows: [
    {"id":"purchases begins → purchases.reading","d":"M482 22L482 44","labels":[]},
    {"id":"purchases.pending begins → purchases.pending.pausing","d":"M495 380L495 400","labels":[]},
    {"id":"purchases.reading → purchases.deciding","d":"M500 112L500 136L629 136L629 198L573 198L573 212","labels":[{"lines":["fetchPurchases done"],"x":477,"y":158,"width":148,"height":18}]},
    {"id":"purchases.reading → purchases.failed","d":"M464 112L464 212","labels":[{"lines":["fetchPurchases failed","◷ api (35 s)"],"x":298,"y":150,"width":162,"height":34}]},
    {"id":"purchases.deciding → purchases.pending","d":"M588 244L588 318L453 318L453 332","labels":[{"lines":["[isPending]"],"x":495,"y":279,"width":89,"height":18}]},
    {"id":"purchases.deciding → purchases.ready","d":"M557 244L557 258L435 258L435 272","labels":[]},
    {"id":"purchases.pending.pausing → purchases.reading","d":"M481 432L481 442L460 442L460 555L281 555L281 126L429 126L429 112","labels":[{"lines":["◷ pause (3 s) [isWatchedAndVisible]"],"x":12,"y":219,"width":265,"height":18}]},
    {"id":"purchases.pending.pausing → purchases.pending.hidden","d":"M509 432L509 490","labels":[{"lines":["◷ pause (3 s)"],"x":512,"y":452,"width":104,"height":18}]},
    {"id":"purchases.pending.hidden → purchases.reading","d":"M509 522L509 555L646 555L646 126L535 126L535 112","labels":[{"lines":["[isWatchedAndVisible]"],"x":651,"y":219,"width":162,"height":18}]},
  ],
}
