/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 561,
  height: 552,
  boxes: [
    {"id":"network begins","kind":"dot","title":"","reactions":[],"x":166,"y":12,"width":10,"height":10},
    {"id":"network.deciding","kind":"state","title":"deciding","reactions":["[otherScope]","[otherNetwork]"],"x":107,"y":44,"width":127,"height":68},
    {"id":"network.supported","kind":"state","title":"supported","reactions":[],"x":54,"y":350,"width":101,"height":32},
    {"id":"network.unsupported","kind":"state","title":"unsupported","reactions":[],"x":66,"y":508,"width":118,"height":32},
    {"id":"network.changing","kind":"state","title":"changing","reactions":["memory.restored","network.switch [wanted]","network.switch [notOffered]","account.networkChanged [moved]","account.networkChanged","account.connected","account.disconnected"],"x":305,"y":292,"width":244,"height":148},
  ],
  arrows: [
    {"id":"network begins → network.deciding","d":"M171 22L171 44","labels":[]},
    {"id":"network.deciding → network.supported","d":"M139 112L139 126L105 126L105 350","labels":[{"lines":["[supported]"],"x":12,"y":196,"width":89,"height":18}]},
    {"id":"network.deciding → network.unsupported","d":"M171 112L171 494L145 494L145 508","labels":[]},
    {"id":"network.unsupported → network.supported","d":"M105 508L105 382","labels":[{"lines":["[supported]"],"x":12,"y":462,"width":89,"height":18}]},
    {"id":"network.changing → network.deciding","d":"M427 292L427 126L202 126L202 112","labels":[{"lines":["modal.opened [otherNamespace]","network.cancel [ofAttempt]","network.switch","account.networkChanged [wanted]","account.disconnected [ofWanted]","networkSwitch done [switched]","networkSwitch done","networkSwitch failed"],"x":188,"y":140,"width":235,"height":130}]},
  ],
}
