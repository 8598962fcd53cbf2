/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 940,
  height: 806,
  boxes: [
    {"id":"catalog begins","kind":"dot","title":"","reactions":[],"x":335,"y":12,"width":10,"height":10},
    {"id":"catalog.deciding","kind":"state","title":"deciding","reactions":[],"x":293,"y":44,"width":93,"height":32},
    {"id":"catalog.unconfigured","kind":"state","title":"unconfigured","reactions":["catalog.search","catalog.setCertified"],"x":374,"y":114,"width":171,"height":68},
    {"id":"catalog.idle","kind":"state","title":"idle","reactions":[],"x":313,"y":204,"width":72,"height":32},
    {"id":"catalog.loading","kind":"state","title":"loading","reactions":[],"x":293,"y":304,"width":84,"height":32},
    {"id":"catalog.ready","kind":"state","title":"ready","reactions":[],"x":208,"y":446,"width":72,"height":32},
    {"id":"catalog.failed","kind":"state","title":"failed","reactions":[],"x":536,"y":446,"width":76,"height":32},
    {"id":"catalog.typing","kind":"state","title":"typing","reactions":[],"x":756,"y":546,"width":76,"height":32},
    {"id":"catalog.searching","kind":"state","title":"searching","reactions":[],"x":743,"y":640,"width":101,"height":32},
    {"id":"catalog.found","kind":"state","title":"found","reactions":[],"x":601,"y":762,"width":72,"height":32},
    {"id":"catalog.searchFailed","kind":"state","title":"searchFailed","reactions":[],"x":734,"y":762,"width":127,"height":32},
  ],
  arrows: [
    {"id":"catalog begins → catalog.deciding","d":"M340 22L340 44","labels":[]},
    {"id":"catalog.deciding → catalog.ready","d":"M312 76L312 90L112 90L112 432L226 432L226 446","labels":[{"lines":["[hasWallets]"],"x":12,"y":258,"width":96,"height":18}]},
    {"id":"catalog.deciding → catalog.loading","d":"M330 76L330 100L129 100L129 290L321 290L321 304","labels":[{"lines":["[isShown]"],"x":134,"y":211,"width":74,"height":18}]},
    {"id":"catalog.deciding → catalog.idle","d":"M349 76L349 204","labels":[{"lines":["[isConfigured]"],"x":234,"y":139,"width":111,"height":18}]},
    {"id":"catalog.deciding → catalog.unconfigured","d":"M367 76L367 90L460 90L460 114","labels":[]},
    {"id":"catalog.idle → catalog.loading","d":"M349 236L349 304","labels":[{"lines":["view.shown [isCatalogView]"],"x":146,"y":258,"width":199,"height":18}]},
    {"id":"catalog.loading → catalog.ready","d":"M307 336L307 350L244 350L244 446","labels":[{"lines":["fetchPage done"],"x":129,"y":392,"width":111,"height":18}]},
    {"id":"catalog.loading → catalog.failed","d":"M335 336L335 370L574 370L574 432L561 432L561 446","labels":[{"lines":["fetchPage failed","◷ api (15 s)"],"x":444,"y":384,"width":126,"height":34}]},
    {"id":"catalog.ready → catalog.loading","d":"M262 446L262 432L257 432L257 360L321 360L321 336","labels":[{"lines":["catalog.more [hasMore]"],"x":262,"y":392,"width":170,"height":18}]},
    {"id":"catalog.failed → catalog.loading","d":"M587 446L587 360L349 360L349 336","labels":[{"lines":["catalog.retry","view.shown [isCatalogView]"],"x":592,"y":384,"width":199,"height":34}]},
    {"id":"catalog.typing → catalog.searching","d":"M794 578L794 640","labels":[{"lines":["◷ debounce (500 ms)"],"x":642,"y":600,"width":148,"height":18}]},
    {"id":"catalog.typing → catalog.ready","d":"M781 546L781 532L244 532L244 478","labels":[{"lines":["[isTooShortWithPages]"],"x":78,"y":500,"width":162,"height":18}]},
    {"id":"catalog.typing → catalog.loading","d":"M807 546L807 350L363 350L363 336","labels":[{"lines":["[isTooShort]"],"x":812,"y":453,"width":96,"height":18}]},
    {"id":"catalog.searching → catalog.found","d":"M768 672L768 686L637 686L637 762","labels":[{"lines":["fetchSearch done"],"x":507,"y":708,"width":126,"height":18}]},
    {"id":"catalog.searching → catalog.searchFailed","d":"M794 672L794 748L776 748L776 762","labels":[{"lines":["fetchSearch failed","◷ api (15 s)"],"x":650,"y":700,"width":140,"height":34}]},
    {"id":"catalog.searchFailed → catalog.searching","d":"M819 762L819 672","labels":[{"lines":["catalog.retry"],"x":824,"y":708,"width":104,"height":18}]},
  ],
}
