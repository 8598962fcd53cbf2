/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 664,
  height: 567,
  boxes: [
    {"id":"purchases begins","kind":"dot","title":"","reactions":[],"x":396,"y":12,"width":10,"height":10},
    {"id":"purchases.reading","kind":"state","title":"reading","reactions":["purchases.load","purchases.viewEntered"],"x":312,"y":44,"width":178,"height":68},
    {"id":"purchases.deciding","kind":"state","title":"deciding","reactions":[],"x":445,"y":212,"width":93,"height":32},
    {"id":"purchases.pending","kind":"compound","title":"pending","reactions":[],"x":358,"y":332,"width":191,"height":204},
    {"id":"purchases.pending begins","kind":"dot","title":"","reactions":[],"x":409,"y":370,"width":10,"height":10},
    {"id":"purchases.pending.pausing","kind":"state","title":"pausing","reactions":[],"x":372,"y":400,"width":84,"height":32},
    {"id":"purchases.pending.resting","kind":"state","title":"resting","reactions":[],"x":386,"y":490,"width":84,"height":32},
    {"id":"purchases.ready","kind":"state","title":"ready","reactions":[],"x":333,"y":272,"width":72,"height":32},
    {"id":"purchases.failed","kind":"state","title":"failed","reactions":[],"x":345,"y":212,"width":76,"height":32},
  ],
  arrows: [
    {"id":"purchases begins → purchases.reading","d":"M401 22L401 44","labels":[]},
    {"id":"purchases.pending begins → purchases.pending.pausing","d":"M414 380L414 400","labels":[]},
    {"id":"purchases.reading → purchases.deciding","d":"M419 112L419 136L548 136L548 198L492 198L492 212","labels":[{"lines":["fetchPurchases done"],"x":396,"y":158,"width":148,"height":18}]},
    {"id":"purchases.reading → purchases.failed","d":"M383 112L383 212","labels":[{"lines":["fetchPurchases failed","◷ api (35 s)"],"x":217,"y":150,"width":162,"height":34}]},
    {"id":"purchases.deciding → purchases.pending","d":"M507 244L507 318L372 318L372 332","labels":[{"lines":["[pending]"],"x":429,"y":279,"width":74,"height":18}]},
    {"id":"purchases.deciding → purchases.ready","d":"M476 244L476 258L369 258L369 272","labels":[]},
    {"id":"purchases.pending.pausing → purchases.reading","d":"M400 432L400 442L375 442L375 555L200 555L200 126L348 126L348 112","labels":[{"lines":["◷ pause (3 s) [lookedAt]"],"x":12,"y":219,"width":184,"height":18}]},
    {"id":"purchases.pending.pausing → purchases.pending.resting","d":"M428 432L428 490","labels":[{"lines":["◷ pause (3 s)"],"x":431,"y":452,"width":104,"height":18}]},
    {"id":"purchases.pending.resting → purchases.reading","d":"M428 522L428 555L565 555L565 126L454 126L454 112","labels":[{"lines":["[lookedAt]"],"x":570,"y":219,"width":82,"height":18}]},
  ],
}
