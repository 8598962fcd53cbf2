/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 910,
  height: 424,
  boxes: [
    {"id":"accountType.networks","kind":"compound","title":"networks","reactions":[],"x":12,"y":49,"width":397.5,"height":326},
    {"id":"accountType.networks begins","kind":"dot","title":"","reactions":[],"x":287,"y":87,"width":10,"height":10},
    {"id":"accountType.networks.unasked","kind":"state","title":"unasked","reactions":[],"x":250,"y":117,"width":84,"height":32},
    {"id":"accountType.networks.asking","kind":"state","title":"asking","reactions":[],"x":252.5,"y":207,"width":76,"height":32},
    {"id":"accountType.networks.known","kind":"state","title":"known","reactions":[],"x":254.5,"y":329,"width":72,"height":32},
    {"id":"accountType.change","kind":"compound","title":"change","reactions":["accountType.set → deciding"],"x":434,"y":12,"width":464,"height":400},
    {"id":"accountType.change begins","kind":"dot","title":"","reactions":[],"x":790,"y":336,"width":10,"height":10},
    {"id":"accountType.change.idle","kind":"state","title":"idle","reactions":[],"x":741,"y":366,"width":72,"height":32},
    {"id":"accountType.change.deciding","kind":"state","title":"deciding","reactions":[],"x":678,"y":72,"width":93,"height":32},
    {"id":"accountType.change.setting","kind":"state","title":"setting","reactions":[],"x":673,"y":168,"width":84,"height":32},
  ],
  arrows: [
    {"id":"accountType.networks begins → accountType.networks.unasked","d":"M292 97L292 117","labels":[]},
    {"id":"accountType.change begins → accountType.change.idle","d":"M795 346L795 366","labels":[]},
    {"id":"accountType.networks.unasked → accountType.networks.asking","d":"M306 149L306 159L303.5 159L303.5 207","labels":[{"lines":["[connected]"],"x":306.5,"y":169,"width":89,"height":18}]},
    {"id":"accountType.networks.asking → accountType.networks.unasked","d":"M278 207L278 149","labels":[{"lines":["account.disconnected [ofEthereum]"],"x":26,"y":169,"width":250,"height":18}]},
    {"id":"accountType.networks.asking → accountType.networks.known","d":"M290.5 239L290.5 329","labels":[{"lines":["askNetworks done","askNetworks failed","◷ answer (100 s)"],"x":148.5,"y":259,"width":140,"height":50}]},
    {"id":"accountType.change.deciding → accountType.change.idle","d":"M747.5 104L747.5 114L777 114L777 366","labels":[{"lines":["[unsigned]","[unavailable]","[active]"],"x":780,"y":162,"width":104,"height":50}]},
    {"id":"accountType.change.deciding → accountType.change.setting","d":"M724.5 104L724.5 152L729 152L729 168","labels":[]},
    {"id":"accountType.change.setting → accountType.change.deciding","d":"M701 168L701 104","labels":[{"lines":["accountType.set"],"x":581,"y":124,"width":118,"height":18}]},
    {"id":"accountType.change.setting → accountType.change.idle","d":"M715 200L715 356L759 356L759 366","labels":[{"lines":["accountType.cancel [ofAttempt]","account.networkChanged [ofEthereum]","account.disconnected [ofEthereum]","setPreferred done [agreed]","setPreferred done","setPreferred failed","◷ answer (100 s)"],"x":448,"y":232,"width":265,"height":114}]},
  ],
}
