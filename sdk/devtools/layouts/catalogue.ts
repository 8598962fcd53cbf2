/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 887,
  height: 806,
  boxes: [
    {"id":"catalogue begins","kind":"dot","title":"","reactions":[],"x":276,"y":12,"width":10,"height":10},
    {"id":"catalogue.deciding","kind":"state","title":"deciding","reactions":[],"x":234,"y":44,"width":93,"height":32},
    {"id":"catalogue.unavailable","kind":"state","title":"unavailable","reactions":["catalogue.search","catalogue.setCertified"],"x":315,"y":114,"width":186,"height":68},
    {"id":"catalogue.idle","kind":"state","title":"idle","reactions":[],"x":254,"y":204,"width":72,"height":32},
    {"id":"catalogue.loading","kind":"state","title":"loading","reactions":[],"x":234,"y":304,"width":84,"height":32},
    {"id":"catalogue.ready","kind":"state","title":"ready","reactions":[],"x":164,"y":446,"width":72,"height":32},
    {"id":"catalogue.failed","kind":"state","title":"failed","reactions":[],"x":484,"y":446,"width":76,"height":32},
    {"id":"catalogue.typing","kind":"state","title":"typing","reactions":[],"x":689,"y":546,"width":76,"height":32},
    {"id":"catalogue.searching","kind":"state","title":"searching","reactions":[],"x":676,"y":640,"width":101,"height":32},
    {"id":"catalogue.found","kind":"state","title":"found","reactions":[],"x":534,"y":762,"width":72,"height":32},
    {"id":"catalogue.searchFailed","kind":"state","title":"searchFailed","reactions":[],"x":667,"y":762,"width":127,"height":32},
  ],
  arrows: [
    {"id":"catalogue begins → catalogue.deciding","d":"M281 22L281 44","labels":[]},
    {"id":"catalogue.deciding → catalogue.ready","d":"M253 76L253 90L68 90L68 432L182 432L182 446","labels":[{"lines":["[some]"],"x":12,"y":258,"width":52,"height":18}]},
    {"id":"catalogue.deciding → catalogue.loading","d":"M271 76L271 100L85 100L85 290L262 290L262 304","labels":[{"lines":["[shown]"],"x":90,"y":211,"width":60,"height":18}]},
    {"id":"catalogue.deciding → catalogue.idle","d":"M290 76L290 204","labels":[{"lines":["[configured]"],"x":190,"y":139,"width":96,"height":18}]},
    {"id":"catalogue.deciding → catalogue.unavailable","d":"M308 76L308 90L408 90L408 114","labels":[]},
    {"id":"catalogue.idle → catalogue.loading","d":"M290 236L290 304","labels":[{"lines":["view.shown [onCatalogue]"],"x":102,"y":258,"width":184,"height":18}]},
    {"id":"catalogue.loading → catalogue.ready","d":"M248 336L248 350L200 350L200 446","labels":[{"lines":["fetchPage done"],"x":85,"y":392,"width":111,"height":18}]},
    {"id":"catalogue.loading → catalogue.failed","d":"M276 336L276 370L522 370L522 432L509 432L509 446","labels":[{"lines":["fetchPage failed","◷ api (15 s)"],"x":392,"y":384,"width":126,"height":34}]},
    {"id":"catalogue.ready → catalogue.loading","d":"M218 446L218 432L213 432L213 360L262 360L262 336","labels":[{"lines":["catalogue.more [more]"],"x":218,"y":392,"width":162,"height":18}]},
    {"id":"catalogue.failed → catalogue.loading","d":"M535 446L535 360L290 360L290 336","labels":[{"lines":["catalogue.retry","view.shown [onCatalogue]"],"x":540,"y":384,"width":184,"height":34}]},
    {"id":"catalogue.typing → catalogue.searching","d":"M727 578L727 640","labels":[{"lines":["◷ debounce (500 ms)"],"x":575,"y":600,"width":148,"height":18}]},
    {"id":"catalogue.typing → catalogue.ready","d":"M714 546L714 532L200 532L200 478","labels":[{"lines":["[tooShortWithPages]"],"x":48,"y":500,"width":148,"height":18}]},
    {"id":"catalogue.typing → catalogue.loading","d":"M740 546L740 350L304 350L304 336","labels":[{"lines":["[tooShort]"],"x":745,"y":453,"width":82,"height":18}]},
    {"id":"catalogue.searching → catalogue.found","d":"M701 672L701 686L570 686L570 762","labels":[{"lines":["fetchSearch done"],"x":440,"y":708,"width":126,"height":18}]},
    {"id":"catalogue.searching → catalogue.searchFailed","d":"M727 672L727 748L709 748L709 762","labels":[{"lines":["fetchSearch failed","◷ api (15 s)"],"x":583,"y":700,"width":140,"height":34}]},
    {"id":"catalogue.searchFailed → catalogue.searching","d":"M752 762L752 672","labels":[{"lines":["catalogue.retry"],"x":757,"y":708,"width":118,"height":18}]},
  ],
}
