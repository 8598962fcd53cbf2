/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 653,
  height: 552,
  boxes: [
    {"id":"network begins","kind":"dot","title":"","reactions":[],"x":181,"y":12,"width":10,"height":10},
    {"id":"network.deciding","kind":"state","title":"deciding","reactions":["[hasOtherActiveAccount]","[hasOtherNetwork]"],"x":89,"y":44,"width":193,"height":68},
    {"id":"network.supported","kind":"state","title":"supported","reactions":[],"x":69,"y":350,"width":101,"height":32},
    {"id":"network.unsupported","kind":"state","title":"unsupported","reactions":[],"x":81,"y":508,"width":118,"height":32},
    {"id":"network.changing","kind":"state","title":"changing","reactions":["storage.restored","network.switch [isTarget]","network.switch [isNotOffered]","account.networkChanged [hasMoved]","account.networkChanged","account.connected","account.disconnected"],"x":375,"y":292,"width":266,"height":148},
  ],
  arrows: [
    {"id":"network begins → network.deciding","d":"M186 22L186 44","labels":[]},
    {"id":"network.deciding → network.supported","d":"M137 112L137 126L120 126L120 350","labels":[{"lines":["[isSupported]"],"x":12,"y":196,"width":104,"height":18}]},
    {"id":"network.deciding → network.unsupported","d":"M186 112L186 494L160 494L160 508","labels":[]},
    {"id":"network.unsupported → network.supported","d":"M120 508L120 382","labels":[{"lines":["[isSupported]"],"x":12,"y":462,"width":104,"height":18}]},
    {"id":"network.changing → network.deciding","d":"M508 292L508 126L234 126L234 112","labels":[{"lines":["modal.opened [isOtherNamespace]","network.cancel [isOwnRequest]","network.switch","account.networkChanged [isTarget]","account.disconnected [isTargetNamespace]","networkSwitch done [isSwitched]","networkSwitch done","networkSwitch failed"],"x":203,"y":140,"width":301,"height":130}]},
  ],
}
