/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 737,
  height: 490,
  boxes: [
    {"id":"provider begins","kind":"dot","title":"","reactions":[],"x":178,"y":12,"width":10,"height":10},
    {"id":"provider.unopened","kind":"state","title":"unopened","reactions":["provider.request [isForWallet]"],"x":61,"y":44,"width":244,"height":52},
    {"id":"provider.none","kind":"state","title":"none","reactions":[],"x":388,"y":64,"width":72,"height":32},
    {"id":"provider.looking","kind":"state","title":"looking","reactions":["provider.request"],"x":305,"y":199,"width":142,"height":52},
    {"id":"provider.spoken","kind":"state","title":"spoken","reactions":["provider.look","provider.request","provider.move","provider.leave [isShared]","session.opened [isUnwanted]","session.changed [isCurrent]","session.emitted [isCurrent]"],"x":366,"y":330,"width":222,"height":148},
  ],
  arrows: [
    {"id":"provider begins → provider.unopened","d":"M183 22L183 44","labels":[]},
    {"id":"provider.unopened → provider.looking","d":"M142 96L142 182L333 182L333 199","labels":[{"lines":["provider.look","provider.request"],"x":12,"y":124,"width":126,"height":34}]},
    {"id":"provider.none → provider.looking","d":"M406 96L406 172L390 172L390 199","labels":[{"lines":["provider.look","provider.request"],"x":276,"y":124,"width":126,"height":34}]},
    {"id":"provider.looking → provider.spoken","d":"M376 251L376 316L440 316L440 330","labels":[{"lines":["look done [hasSession]"],"x":202,"y":284,"width":170,"height":18}]},
    {"id":"provider.looking → provider.none","d":"M419 199L419 110L424 110L424 96","labels":[{"lines":["look done"],"x":424,"y":132,"width":74,"height":18}]},
    {"id":"provider.looking → provider.unopened","d":"M362 199L362 172L155 172L155 110L224 110L224 96","labels":[{"lines":["look failed","◷ look (60 s)"],"x":160,"y":124,"width":104,"height":34}]},
    {"id":"provider.spoken → provider.none","d":"M514 330L514 110L442 110L442 96","labels":[{"lines":["provider.leave [isCurrent]","session.changed [isEmptied]","session.ended [isOurs]","session.ended [isCurrent]"],"x":519,"y":196,"width":206,"height":66}]},
  ],
}
