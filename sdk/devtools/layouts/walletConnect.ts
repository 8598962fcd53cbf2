/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1022,
  height: 729,
  boxes: [
    {"id":"walletConnect begins","kind":"dot","title":"","reactions":[],"x":279,"y":12,"width":10,"height":10},
    {"id":"walletConnect.open","kind":"compound","title":"open","reactions":["offer.made → offering","walletConnect.direct","walletConnect.selectPlatform [reachable]"],"x":12,"y":44,"width":684.5,"height":526},
    {"id":"walletConnect.open begins","kind":"dot","title":"","reactions":[],"x":627,"y":136,"width":10,"height":10},
    {"id":"walletConnect.open.preparing","kind":"state","title":"preparing","reactions":[],"x":581.5,"y":345,"width":101,"height":32},
    {"id":"walletConnect.open.offering","kind":"compound","title":"offering","reactions":["walletConnect.refresh → open","walletConnect.copyUri","walletConnect.openWallet [linked] → opening","walletConnect.direct → waiting","walletConnect.selectPlatform [reachable] → waiting","watchPage failed","countdown done","countdown failed","◷ offer [offersLeft] → open"],"x":26,"y":166,"width":535.5,"height":390},
    {"id":"walletConnect.open.offering begins","kind":"dot","title":"","reactions":[],"x":77,"y":376,"width":10,"height":10},
    {"id":"walletConnect.open.offering.waiting","kind":"state","title":"waiting","reactions":[],"x":40,"y":406,"width":84,"height":32},
    {"id":"walletConnect.open.offering.opening","kind":"state","title":"opening","reactions":[],"x":288,"y":354,"width":84,"height":32},
    {"id":"walletConnect.open.offering.opened","kind":"state","title":"opened","reactions":[],"x":278,"y":460,"width":76,"height":32},
    {"id":"walletConnect.open.offering.unopened","kind":"state","title":"unopened","reactions":["page.hidden"],"x":374,"y":460,"width":105,"height":52},
    {"id":"walletConnect.connected","kind":"final","title":"connected","reactions":[],"x":141,"y":685,"width":101,"height":32},
    {"id":"walletConnect.declined","kind":"final","title":"declined","reactions":[],"x":620,"y":685,"width":93,"height":32},
    {"id":"walletConnect.expired","kind":"final","title":"expired","reactions":[],"x":266,"y":685,"width":84,"height":32},
    {"id":"walletConnect.cancelled","kind":"final","title":"cancelled","reactions":[],"x":909,"y":685,"width":101,"height":32},
    {"id":"walletConnect.failed","kind":"final","title":"failed","reactions":[],"x":750,"y":685,"width":76,"height":32},
  ],
  arrows: [
    {"id":"walletConnect begins → walletConnect.open","d":"M284 22L284 44","labels":[]},
    {"id":"walletConnect.open begins → walletConnect.open.preparing","d":"M632 146L632 345","labels":[]},
    {"id":"walletConnect.open.offering begins → walletConnect.open.offering.waiting","d":"M82 386L82 406","labels":[]},
    {"id":"walletConnect.open → walletConnect.connected","d":"M284 570L284 589L192 589L192 685","labels":[{"lines":["offer.approved"],"x":77,"y":631,"width":111,"height":18}]},
    {"id":"walletConnect.open → walletConnect.declined","d":"M642 570L642 609L667 609L667 685","labels":[{"lines":["offer.refused [userRejected]"],"x":450,"y":631,"width":213,"height":18}]},
    {"id":"walletConnect.open → walletConnect.failed","d":"M652 570L652 599L788 599L788 685","labels":[{"lines":["offer.refused","offer failed"],"x":680,"y":623,"width":104,"height":34}]},
    {"id":"walletConnect.open → walletConnect.cancelled","d":"M662 570L662 589L960 589L960 685","labels":[{"lines":["walletConnect.cancel"],"x":801,"y":631,"width":155,"height":18}]},
    {"id":"walletConnect.open.preparing → walletConnect.expired","d":"M632 377L632 589L307 589L307 671L322 671L322 685","labels":[{"lines":["◷ pairing (20 s)"],"x":312,"y":631,"width":126,"height":18}]},
    {"id":"walletConnect.open.offering → walletConnect.expired","d":"M294 556L294 575L294 685","labels":[{"lines":["◷ offer"],"x":230,"y":631,"width":60,"height":18}]},
    {"id":"walletConnect.open.offering.opening → walletConnect.open.offering.opened","d":"M316 386L316 460","labels":[{"lines":["page.hidden","page.left [besidePage]"],"x":144,"y":406,"width":170,"height":34}]},
    {"id":"walletConnect.open.offering.opening → walletConnect.open.offering.unopened","d":"M344 386L344 396L426.5 396L426.5 460","labels":[{"lines":["◷ openApp (3 s)"],"x":429.5,"y":414,"width":118,"height":18}]},
  ],
}
