/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1099,
  height: 744,
  boxes: [
    {"id":"walletConnect begins","kind":"dot","title":"","reactions":[],"x":275,"y":12,"width":10,"height":10},
    {"id":"walletConnect.open","kind":"compound","title":"open","reactions":["pairingUri.created → showingUri","walletConnect.selectWallet","walletConnect.selectPlatform [isReachable]"],"x":12,"y":44,"width":676.5,"height":541},
    {"id":"walletConnect.open begins","kind":"dot","title":"","reactions":[],"x":619,"y":136,"width":10,"height":10},
    {"id":"walletConnect.open.preparing","kind":"state","title":"preparing","reactions":[],"x":573.5,"y":352.5,"width":101,"height":32},
    {"id":"walletConnect.open.showingUri","kind":"compound","title":"showingUri","reactions":["walletConnect.refresh → open","walletConnect.copyUri","walletConnect.openWallet [hasLink] → opening","walletConnect.selectWallet → waiting","walletConnect.selectPlatform [isReachable] → waiting","watchPage failed","countdown done","countdown failed","◷ uriExpiry [canRenewUri] → open"],"x":26,"y":166,"width":527.5,"height":405},
    {"id":"walletConnect.open.showingUri begins","kind":"dot","title":"","reactions":[],"x":77,"y":376,"width":10,"height":10},
    {"id":"walletConnect.open.showingUri.waiting","kind":"state","title":"waiting","reactions":[],"x":40,"y":406,"width":84,"height":32},
    {"id":"walletConnect.open.showingUri.opening","kind":"state","title":"opening","reactions":[],"x":280,"y":354,"width":84,"height":32},
    {"id":"walletConnect.open.showingUri.opened","kind":"state","title":"opened","reactions":[],"x":270,"y":460,"width":76,"height":32},
    {"id":"walletConnect.open.showingUri.notOpened","kind":"state","title":"notOpened","reactions":["page.hidden"],"x":366,"y":460,"width":105,"height":52},
    {"id":"walletConnect.connected","kind":"final","title":"connected","reactions":[],"x":133,"y":700,"width":101,"height":32},
    {"id":"walletConnect.declined","kind":"final","title":"declined","reactions":[],"x":668,"y":700,"width":93,"height":32},
    {"id":"walletConnect.expired","kind":"final","title":"expired","reactions":[],"x":258,"y":700,"width":84,"height":32},
    {"id":"walletConnect.cancelled","kind":"final","title":"cancelled","reactions":[],"x":986,"y":700,"width":101,"height":32},
    {"id":"walletConnect.failed","kind":"final","title":"failed","reactions":[],"x":827,"y":700,"width":76,"height":32},
  ],
  arrows: [
    {"id":"walletConnect begins → walletConnect.open","d":"M280 22L280 44","labels":[]},
    {"id":"walletConnect.open begins → walletConnect.open.preparing","d":"M624 146L624 352.5","labels":[]},
    {"id":"walletConnect.open.showingUri begins → walletConnect.open.showingUri.waiting","d":"M82 386L82 406","labels":[]},
    {"id":"walletConnect.open → walletConnect.connected","d":"M280 585L280 604L184 604L184 700","labels":[{"lines":["proposal.approved"],"x":47,"y":646,"width":133,"height":18}]},
    {"id":"walletConnect.open → walletConnect.declined","d":"M634 585L634 624L715 624L715 700","labels":[{"lines":["proposal.rejected [isUserRejection]"],"x":446,"y":646,"width":265,"height":18}]},
    {"id":"walletConnect.open → walletConnect.failed","d":"M644 585L644 614L865 614L865 700","labels":[{"lines":["proposal.rejected","propose failed"],"x":728,"y":638,"width":133,"height":34}]},
    {"id":"walletConnect.open → walletConnect.cancelled","d":"M654 585L654 604L1037 604L1037 700","labels":[{"lines":["walletConnect.cancel"],"x":878,"y":646,"width":155,"height":18}]},
    {"id":"walletConnect.open.preparing → walletConnect.expired","d":"M624 384.5L624 604L303 604L303 686L314 686L314 700","labels":[{"lines":["◷ pairing (20 s)"],"x":308,"y":646,"width":126,"height":18}]},
    {"id":"walletConnect.open.showingUri → walletConnect.expired","d":"M290 571L290 590L290 686L286 686L286 700","labels":[{"lines":["◷ uriExpiry"],"x":197,"y":646,"width":89,"height":18}]},
    {"id":"walletConnect.open.showingUri.opening → walletConnect.open.showingUri.opened","d":"M308 386L308 460","labels":[{"lines":["page.hidden","page.left [isDesktop]"],"x":144,"y":406,"width":162,"height":34}]},
    {"id":"walletConnect.open.showingUri.opening → walletConnect.open.showingUri.notOpened","d":"M336 386L336 396L418.5 396L418.5 460","labels":[{"lines":["◷ openApp (3 s)"],"x":421.5,"y":414,"width":118,"height":18}]},
  ],
}
