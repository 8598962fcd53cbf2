/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1112,
  height: 1054,
  boxes: [
    {"id":"namespace begins","kind":"dot","title":"","reactions":[],"x":405,"y":12,"width":10,"height":10},
    {"id":"namespace.disconnected","kind":"state","title":"disconnected","reactions":["namespace.cancel [ofAttempt]","namespace.disconnect","modal.closed","namespace.abandon"],"x":295,"y":44,"width":229,"height":100},
    {"id":"namespace.syncing","kind":"state","title":"syncing","reactions":[],"x":353,"y":361,"width":84,"height":32},
    {"id":"namespace.connecting","kind":"state","title":"connecting","reactions":["namespace.connect [directable]","namespace.connect","namespace.cancel [ofAttempt]","namespace.disconnect","modal.closed","namespace.abandon"],"x":527,"y":516,"width":244,"height":132},
    {"id":"namespace.connected","kind":"state","title":"connected","reactions":["provider.accountsChanged [otherAddress]","provider.accountsChanged [otherAccounts]","namespace.selectAccount [shares]","provider.networkChanged [otherNetwork]","provider.networksApproved","namespace.connect [sameWallet]"],"x":117,"y":726,"width":317,"height":132},
    {"id":"namespace.disconnecting","kind":"state","title":"disconnecting","reactions":["namespace.connect","namespace.cancel [ofAttempt]","namespace.disconnect","modal.closed"],"x":575,"y":942,"width":229,"height":100},
  ],
  arrows: [
    {"id":"namespace begins → namespace.disconnected","d":"M410 22L410 44","labels":[]},
    {"id":"namespace.disconnected → namespace.syncing","d":"M381 144L381 361","labels":[{"lines":["memory.restored [remembered]","namespace.sync"],"x":164,"y":240,"width":213,"height":34}]},
    {"id":"namespace.disconnected → namespace.connected","d":"M324 144L324 158L134 158L134 712L180 712L180 726","labels":[{"lines":["namespace.adopt"],"x":12,"y":454,"width":118,"height":18}]},
    {"id":"namespace.disconnected → namespace.connecting","d":"M438 144L438 178L671 178L671 502L649 502L649 516","labels":[{"lines":["namespace.connect","namespace.retry [attempted]"],"x":461,"y":360,"width":206,"height":34}]},
    {"id":"namespace.syncing → namespace.connected","d":"M381 393L381 424L403 424L403 702L307 702L307 726","labels":[{"lines":["namespace.adopt","syncExisting done [existing]"],"x":186,"y":565,"width":213,"height":34}]},
    {"id":"namespace.syncing → namespace.connecting","d":"M409 393L409 424L588 424L588 516","labels":[{"lines":["namespace.connect"],"x":451,"y":454,"width":133,"height":18}]},
    {"id":"namespace.syncing → namespace.disconnected","d":"M409 361L409 158L410 158L410 144","labels":[{"lines":["namespace.cancel [ofAttempt]","namespace.disconnect","syncExisting done","syncExisting failed [unreached]","syncExisting failed","◷ restore (5 s) [inBrowser]","◷ startPairing (30 s) [inFrame]","◷ startPairing (30 s)"],"x":414,"y":192,"width":235,"height":130}]},
    {"id":"namespace.connecting → namespace.connected","d":"M608 648L608 712L371 712L371 726","labels":[{"lines":["attempt done [connected]"],"x":420,"y":670,"width":184,"height":18}]},
    {"id":"namespace.connecting → namespace.disconnected","d":"M710 516L710 502L684 502L684 168L467 168L467 144","labels":[{"lines":["attempt done [inOtherNamespace]","attempt done [calledOff]","attempt done","attempt failed"],"x":689,"y":344,"width":235,"height":66}]},
    {"id":"namespace.connected → namespace.disconnected","d":"M244 726L244 702L147 702L147 168L352 168L352 144","labels":[{"lines":["provider.accountsChanged [none]","provider.disconnected","watchProvider failed"],"x":152,"y":438,"width":235,"height":50}]},
    {"id":"namespace.connected → namespace.disconnecting","d":"M276 858L276 928L632 928L632 942","labels":[{"lines":["namespace.connect","namespace.disconnect"],"x":117,"y":880,"width":155,"height":34}]},
    {"id":"namespace.disconnecting → namespace.connecting","d":"M690 942L690 648","labels":[{"lines":["disconnection done [attempted]"],"x":458,"y":783,"width":228,"height":18}]},
    {"id":"namespace.disconnecting → namespace.disconnected","d":"M747 942L747 928L940 928L940 158L495 158L495 144","labels":[{"lines":["disconnection done","disconnection failed"],"x":945,"y":565,"width":155,"height":34}]},
  ],
}
