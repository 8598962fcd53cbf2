/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 939,
  height: 424,
  boxes: [
    {"id":"accountType.networks","kind":"compound","title":"networks","reactions":[],"x":12,"y":49,"width":412.5,"height":326},
    {"id":"accountType.networks begins","kind":"dot","title":"","reactions":[],"x":287,"y":87,"width":10,"height":10},
    {"id":"accountType.networks.unasked","kind":"state","title":"unasked","reactions":[],"x":250,"y":117,"width":84,"height":32},
    {"id":"accountType.networks.asking","kind":"state","title":"asking","reactions":[],"x":252.5,"y":207,"width":76,"height":32},
    {"id":"accountType.networks.known","kind":"state","title":"known","reactions":[],"x":254.5,"y":329,"width":72,"height":32},
    {"id":"accountType.change","kind":"compound","title":"change","reactions":["accountType.set → deciding"],"x":449,"y":12,"width":478,"height":400},
    {"id":"accountType.change begins","kind":"dot","title":"","reactions":[],"x":805,"y":336,"width":10,"height":10},
    {"id":"accountType.change.idle","kind":"state","title":"idle","reactions":[],"x":756,"y":366,"width":72,"height":32},
    {"id":"accountType.change.deciding","kind":"state","title":"deciding","reactions":[],"x":693,"y":72,"width":93,"height":32},
    {"id":"accountType.change.setting","kind":"state","title":"setting","reactions":[],"x":688,"y":168,"width":84,"height":32},
  ],
  arrows: [
    {"id":"accountType.networks begins → accountType.networks.unasked","d":"M292 97L292 117","labels":[]},
    {"id":"accountType.change begins → accountType.change.idle","d":"M810 346L810 366","labels":[]},
    {"id":"accountType.networks.unasked → accountType.networks.asking","d":"M306 149L306 159L303.5 159L303.5 207","labels":[{"lines":["[isConnected]"],"x":306.5,"y":169,"width":104,"height":18}]},
    {"id":"accountType.networks.asking → accountType.networks.unasked","d":"M278 207L278 149","labels":[{"lines":["account.disconnected [isEthereum]"],"x":26,"y":169,"width":250,"height":18}]},
    {"id":"accountType.networks.asking → accountType.networks.known","d":"M290.5 239L290.5 329","labels":[{"lines":["askNetworks done","askNetworks failed","◷ answer (100 s)"],"x":148.5,"y":259,"width":140,"height":50}]},
    {"id":"accountType.change.deciding → accountType.change.idle","d":"M762.5 104L762.5 114L792 114L792 366","labels":[{"lines":["[isSignedOut]","[isUnavailable]","[isActive]"],"x":795,"y":162,"width":118,"height":50}]},
    {"id":"accountType.change.deciding → accountType.change.setting","d":"M739.5 104L739.5 152L744 152L744 168","labels":[]},
    {"id":"accountType.change.setting → accountType.change.deciding","d":"M716 168L716 104","labels":[{"lines":["accountType.set"],"x":596,"y":124,"width":118,"height":18}]},
    {"id":"accountType.change.setting → accountType.change.idle","d":"M730 200L730 356L774 356L774 366","labels":[{"lines":["accountType.cancel [isOwnAttempt]","account.networkChanged [isEthereum]","account.disconnected [isEthereum]","setPreferred done [isAgreed]","setPreferred done","setPreferred failed","◷ answer (100 s)"],"x":463,"y":232,"width":265,"height":114}]},
  ],
}
