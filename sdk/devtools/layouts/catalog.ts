/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 982,
  height: 806,
  boxes: [
    {"id":"catalog begins","kind":"dot","title":"","reactions":[],"x":349,"y":12,"width":10,"height":10},
    {"id":"catalog.deciding","kind":"state","title":"deciding","reactions":[],"x":307,"y":44,"width":93,"height":32},
    {"id":"catalog.unavailable","kind":"state","title":"unavailable","reactions":["catalog.search","catalog.setCertified"],"x":388,"y":114,"width":186,"height":68},
    {"id":"catalog.idle","kind":"state","title":"idle","reactions":[],"x":327,"y":204,"width":72,"height":32},
    {"id":"catalog.loading","kind":"state","title":"loading","reactions":[],"x":307,"y":304,"width":84,"height":32},
    {"id":"catalog.ready","kind":"state","title":"ready","reactions":[],"x":208,"y":446,"width":72,"height":32},
    {"id":"catalog.failed","kind":"state","title":"failed","reactions":[],"x":550,"y":446,"width":76,"height":32},
    {"id":"catalog.typing","kind":"state","title":"typing","reactions":[],"x":784,"y":546,"width":76,"height":32},
    {"id":"catalog.searching","kind":"state","title":"searching","reactions":[],"x":771,"y":640,"width":101,"height":32},
    {"id":"catalog.found","kind":"state","title":"found","reactions":[],"x":629,"y":762,"width":72,"height":32},
    {"id":"catalog.searchFailed","kind":"state","title":"searchFailed","reactions":[],"x":762,"y":762,"width":127,"height":32},
  ],
  arrows: [
    {"id":"catalog begins → catalog.deciding","d":"M354 22L354 44","labels":[]},
    {"id":"catalog.deciding → catalog.ready","d":"M326 76L326 90L112 90L112 432L226 432L226 446","labels":[{"lines":["[hasWallets]"],"x":12,"y":258,"width":96,"height":18}]},
    {"id":"catalog.deciding → catalog.loading","d":"M344 76L344 100L129 100L129 290L335 290L335 304","labels":[{"lines":["[isShown]"],"x":134,"y":211,"width":74,"height":18}]},
    {"id":"catalog.deciding → catalog.idle","d":"M363 76L363 204","labels":[{"lines":["[isConfigured]"],"x":248,"y":139,"width":111,"height":18}]},
    {"id":"catalog.deciding → catalog.unavailable","d":"M381 76L381 90L481 90L481 114","labels":[]},
    {"id":"catalog.idle → catalog.loading","d":"M363 236L363 304","labels":[{"lines":["view.shown [isCatalogView]"],"x":146,"y":258,"width":213,"height":18}]},
    {"id":"catalog.loading → catalog.ready","d":"M321 336L321 350L244 350L244 446","labels":[{"lines":["fetchPage done"],"x":129,"y":392,"width":111,"height":18}]},
    {"id":"catalog.loading → catalog.failed","d":"M349 336L349 370L588 370L588 432L575 432L575 446","labels":[{"lines":["fetchPage failed","◷ api (15 s)"],"x":458,"y":384,"width":126,"height":34}]},
    {"id":"catalog.ready → catalog.loading","d":"M262 446L262 432L257 432L257 360L335 360L335 336","labels":[{"lines":["catalog.more [hasMore]"],"x":262,"y":392,"width":184,"height":18}]},
    {"id":"catalog.failed → catalog.loading","d":"M601 446L601 360L363 360L363 336","labels":[{"lines":["catalog.retry","view.shown [isCatalogView]"],"x":606,"y":384,"width":213,"height":34}]},
    {"id":"catalog.typing → catalog.searching","d":"M822 578L822 640","labels":[{"lines":["◷ debounce (500 ms)"],"x":670,"y":600,"width":148,"height":18}]},
    {"id":"catalog.typing → catalog.ready","d":"M809 546L809 532L244 532L244 478","labels":[{"lines":["[isTooShortWithPages]"],"x":78,"y":500,"width":162,"height":18}]},
    {"id":"catalog.typing → catalog.loading","d":"M835 546L835 350L377 350L377 336","labels":[{"lines":["[isTooShort]"],"x":840,"y":453,"width":96,"height":18}]},
    {"id":"catalog.searching → catalog.found","d":"M796 672L796 686L665 686L665 762","labels":[{"lines":["fetchSearch done"],"x":535,"y":708,"width":126,"height":18}]},
    {"id":"catalog.searching → catalog.searchFailed","d":"M822 672L822 748L804 748L804 762","labels":[{"lines":["fetchSearch failed","◷ api (15 s)"],"x":678,"y":700,"width":140,"height":34}]},
    {"id":"catalog.searchFailed → catalog.searching","d":"M847 762L847 672","labels":[{"lines":["catalog.retry"],"x":852,"y":708,"width":118,"height":18}]},
  ],
}
