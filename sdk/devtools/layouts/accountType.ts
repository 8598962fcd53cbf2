/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 941,
  height: 424,
  boxes: [
    {"id":"accountType.networks","kind":"compound","title":"networks","reactions":[],"x":12,"y":49,"width":415,"height":326},
    {"id":"accountType.networks begins","kind":"dot","title":"","reactions":[],"x":288.5,"y":87,"width":10,"height":10},
    {"id":"accountType.networks.unloaded","kind":"state","title":"unloaded","reactions":[],"x":247,"y":117,"width":93,"height":32},
    {"id":"accountType.networks.loading","kind":"state","title":"loading","reactions":[],"x":250,"y":207,"width":84,"height":32},
    {"id":"accountType.networks.loaded","kind":"state","title":"loaded","reactions":[],"x":254,"y":329,"width":76,"height":32},
    {"id":"accountType.change","kind":"compound","title":"change","reactions":["accountType.set → deciding"],"x":451,"y":12,"width":478,"height":400},
    {"id":"accountType.change begins","kind":"dot","title":"","reactions":[],"x":807,"y":336,"width":10,"height":10},
    {"id":"accountType.change.idle","kind":"state","title":"idle","reactions":[],"x":758,"y":366,"width":72,"height":32},
    {"id":"accountType.change.deciding","kind":"state","title":"deciding","reactions":[],"x":695,"y":72,"width":93,"height":32},
    {"id":"accountType.change.setting","kind":"state","title":"setting","reactions":[],"x":690,"y":168,"width":84,"height":32},
  ],
  arrows: [
    {"id":"accountType.networks begins → accountType.networks.unloaded","d":"M293.5 97L293.5 117","labels":[]},
    {"id":"accountType.change begins → accountType.change.idle","d":"M812 346L812 366","labels":[]},
    {"id":"accountType.networks.unloaded → accountType.networks.loading","d":"M309 149L309 159L306 159L306 207","labels":[{"lines":["[isConnected]"],"x":309,"y":169,"width":104,"height":18}]},
    {"id":"accountType.networks.loading → accountType.networks.unloaded","d":"M278 207L278 149","labels":[{"lines":["account.disconnected [isEthereum]"],"x":26,"y":169,"width":250,"height":18}]},
    {"id":"accountType.networks.loading → accountType.networks.loaded","d":"M292 239L292 329","labels":[{"lines":["fetchNetworks done","fetchNetworks failed","◷ answer (100 s)"],"x":135,"y":259,"width":155,"height":50}]},
    {"id":"accountType.change.deciding → accountType.change.idle","d":"M764.5 104L764.5 114L794 114L794 366","labels":[{"lines":["[isSignedOut]","[isUnavailable]","[isActive]"],"x":797,"y":162,"width":118,"height":50}]},
    {"id":"accountType.change.deciding → accountType.change.setting","d":"M741.5 104L741.5 152L746 152L746 168","labels":[]},
    {"id":"accountType.change.setting → accountType.change.deciding","d":"M718 168L718 104","labels":[{"lines":["accountType.set"],"x":598,"y":124,"width":118,"height":18}]},
    {"id":"accountType.change.setting → accountType.change.idle","d":"M732 200L732 356L776 356L776 366","labels":[{"lines":["accountType.cancel [isOwnRequest]","account.networkChanged [isEthereum]","account.disconnected [isEthereum]","setPreferred done [isAgreed]","setPreferred done","setPreferred failed","◷ answer (100 s)"],"x":465,"y":232,"width":265,"height":114}]},
  ],
}
