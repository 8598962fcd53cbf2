/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1592,
  height: 674,
  boxes: [
    {"id":"activity begins","kind":"dot","title":"","reactions":[],"x":977,"y":12,"width":10,"height":10},
    {"id":"activity.deciding","kind":"state","title":"deciding","reactions":[],"x":935,"y":44,"width":93,"height":32},
    {"id":"activity.unsupported","kind":"state","title":"unsupported","reactions":[],"x":923,"y":104,"width":118,"height":32},
    {"id":"activity.idle","kind":"state","title":"idle","reactions":[],"x":1029,"y":158,"width":72,"height":32},
    {"id":"activity.loading","kind":"state","title":"loading","reactions":["transaction.settled [isOwnNetwork]"],"x":641,"y":290,"width":273,"height":52},
    {"id":"activity.sorting","kind":"state","title":"sorting","reactions":[],"x":436,"y":469,"width":84,"height":32},
    {"id":"activity.ready","kind":"state","title":"ready","reactions":["activity.setVisible"],"x":1178,"y":530,"width":164,"height":52},
    {"id":"activity.empty","kind":"state","title":"empty","reactions":["activity.setVisible"],"x":382,"y":610,"width":164,"height":52},
    {"id":"activity.failed","kind":"state","title":"failed","reactions":[],"x":785,"y":468,"width":76,"height":32},
  ],
  arrows: [
    {"id":"activity begins → activity.deciding","d":"M982 22L982 44","labels":[]},
    {"id":"activity.deciding → activity.loading","d":"M958 76L958 90L732 90L732 290","labels":[{"lines":["[isVisibleWithHistory]"],"x":558,"y":165,"width":170,"height":18}]},
    {"id":"activity.deciding → activity.idle","d":"M1005 76L1005 90L1065 90L1065 158","labels":[{"lines":["[hasHistory]"],"x":1070,"y":111,"width":96,"height":18}]},
    {"id":"activity.deciding → activity.unsupported","d":"M982 76L982 104","labels":[]},
    {"id":"activity.idle → activity.loading","d":"M1047 190L1047 276L823 276L823 290","labels":[{"lines":["activity.load","activity.setVisible [isBecomingVisible]"],"x":749,"y":228,"width":294,"height":34}]},
    {"id":"activity.loading → activity.sorting","d":"M719 342L719 366L464 366L464 469","labels":[{"lines":["fetchPage done"],"x":349,"y":406,"width":111,"height":18}]},
    {"id":"activity.loading → activity.failed","d":"M797 342L797 356L823 356L823 454L810 454L810 468","labels":[{"lines":["fetchPage failed","◷ api (15 s)"],"x":693,"y":398,"width":126,"height":34}]},
    {"id":"activity.sorting → activity.loading","d":"M492 469L492 454L477 454L477 376L758 376L758 342","labels":[{"lines":["[isFetchingPastEmptyPages]"],"x":482,"y":406,"width":199,"height":18}]},
    {"id":"activity.sorting → activity.empty","d":"M464 501L464 610","labels":[{"lines":["[isEmpty]"],"x":469,"y":547,"width":74,"height":18}]},
    {"id":"activity.sorting → activity.ready","d":"M492 501L492 516L1219 516L1219 530","labels":[]},
    {"id":"activity.ready → activity.loading","d":"M1260 530L1260 516L1284 516L1284 356L875 356L875 342","labels":[{"lines":["activity.load","activity.more [hasMore]","transaction.settled [isOwnNetworkAndShown]"],"x":964,"y":390,"width":316,"height":50}]},
    {"id":"activity.ready → activity.idle","d":"M1301 530L1301 214L1065 214L1065 190","labels":[{"lines":["transaction.settled [isOwnNetwork]"],"x":1040,"y":307,"width":257,"height":18}]},
    {"id":"activity.empty → activity.loading","d":"M423 610L423 596L332 596L332 356L680 356L680 342","labels":[{"lines":["activity.load","transaction.settled [isOwnNetworkAndShown]"],"x":12,"y":468,"width":316,"height":34}]},
    {"id":"activity.empty → activity.idle","d":"M505 610L505 596L1579 596L1579 204L1083 204L1083 190","labels":[{"lines":["transaction.settled [isOwnNetwork]"],"x":1318,"y":406,"width":257,"height":18}]},
    {"id":"activity.failed → activity.loading","d":"M836 468L836 342","labels":[{"lines":["activity.retry","activity.load"],"x":841,"y":398,"width":111,"height":34}]},
  ],
}
