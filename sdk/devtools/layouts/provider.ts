/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 810,
  height: 490,
  boxes: [
    {"id":"provider begins","kind":"dot","title":"","reactions":[],"x":178,"y":12,"width":10,"height":10},
    {"id":"provider.idle","kind":"state","title":"idle","reactions":["provider.request [isForWallet]"],"x":61,"y":44,"width":244,"height":52},
    {"id":"provider.disconnected","kind":"state","title":"disconnected","reactions":[],"x":396,"y":64,"width":127,"height":32},
    {"id":"provider.restoring","kind":"state","title":"restoring","reactions":["provider.request"],"x":327,"y":199,"width":142,"height":52},
    {"id":"provider.connected","kind":"state","title":"connected","reactions":["provider.restore","provider.request","provider.setChain","provider.disconnect [isShared]","session.opened [isUnwanted]","session.changed [isCurrent]","session.emitted [isCurrent]"],"x":395,"y":330,"width":244,"height":148},
  ],
  arrows: [
    {"id":"provider begins → provider.idle","d":"M183 22L183 44","labels":[]},
    {"id":"provider.idle → provider.restoring","d":"M142 96L142 182L355 182L355 199","labels":[{"lines":["provider.restore","provider.request"],"x":12,"y":124,"width":126,"height":34}]},
    {"id":"provider.disconnected → provider.restoring","d":"M428 96L428 172L412 172L412 199","labels":[{"lines":["provider.restore","provider.request"],"x":298,"y":124,"width":126,"height":34}]},
    {"id":"provider.restoring → provider.connected","d":"M398 251L398 316L476 316L476 330","labels":[{"lines":["restore done [hasSession]"],"x":203,"y":284,"width":191,"height":18}]},
    {"id":"provider.restoring → provider.disconnected","d":"M441 199L441 110L460 110L460 96","labels":[{"lines":["restore done"],"x":446,"y":132,"width":96,"height":18}]},
    {"id":"provider.restoring → provider.idle","d":"M384 199L384 172L155 172L155 110L224 110L224 96","labels":[{"lines":["restore failed","◷ restore (60 s)"],"x":160,"y":124,"width":126,"height":34}]},
    {"id":"provider.connected → provider.disconnected","d":"M558 330L558 110L491 110L491 96","labels":[{"lines":["provider.disconnect [isCurrent]","session.changed [hasNoAccount]","session.ended [isEndedByApp]","session.ended [isCurrent]"],"x":563,"y":196,"width":235,"height":66}]},
  ],
}
