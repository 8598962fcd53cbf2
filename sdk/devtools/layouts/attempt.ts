/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 842,
  height: 524,
  boxes: [
    {"id":"attempt begins","kind":"dot","title":"","reactions":[],"x":627,"y":12,"width":10,"height":10},
    {"id":"attempt.deciding","kind":"state","title":"deciding","reactions":[],"x":585,"y":44,"width":93,"height":32},
    {"id":"attempt.external","kind":"state","title":"external","reactions":["attempt.cancel"],"x":703,"y":158,"width":127,"height":52},
    {"id":"attempt.embedded","kind":"state","title":"embedded","reactions":["attempt.cancel"],"x":568,"y":246,"width":127,"height":52},
    {"id":"attempt.walletConnect","kind":"state","title":"walletConnect","reactions":["attempt.cancel","attempt.selectWallet"],"x":383,"y":150,"width":171,"height":68},
    {"id":"attempt.storingApp","kind":"state","title":"storingApp","reactions":[],"x":204,"y":321,"width":110,"height":32},
    {"id":"attempt.ended","kind":"final","title":"ended","reactions":[],"x":468,"y":480,"width":72,"height":32},
  ],
  arrows: [
    {"id":"attempt begins → attempt.deciding","d":"M632 22L632 44","labels":[]},
    {"id":"attempt.deciding → attempt.walletConnect","d":"M608 76L608 90L469 90L469 150","labels":[{"lines":["[isWalletConnect]"],"x":332,"y":104,"width":133,"height":18}]},
    {"id":"attempt.deciding → attempt.embedded","d":"M632 76L632 246","labels":[{"lines":["[isEmbedded]"],"x":532,"y":104,"width":96,"height":18}]},
    {"id":"attempt.deciding → attempt.external","d":"M655 76L655 136L767 136L767 158","labels":[]},
    {"id":"attempt.external → attempt.ended","d":"M767 210L767 466L526 466L526 480","labels":[{"lines":["external done","external failed"],"x":645,"y":320,"width":118,"height":34}]},
    {"id":"attempt.embedded → attempt.ended","d":"M632 298L632 456L511 456L511 480","labels":[{"lines":["external done","external failed"],"x":510,"y":320,"width":118,"height":34}]},
    {"id":"attempt.walletConnect → attempt.storingApp","d":"M440 218L440 232L259 232L259 321","labels":[{"lines":["walletConnect done [isConnected]"],"x":12,"y":263,"width":243,"height":18}]},
    {"id":"attempt.walletConnect → attempt.ended","d":"M497 218L497 480","labels":[{"lines":["walletConnect done","walletConnect failed"],"x":338,"y":320,"width":155,"height":34}]},
    {"id":"attempt.storingApp → attempt.ended","d":"M259 353L259 456L482 456L482 480","labels":[{"lines":["attempt.cancel","storeApp done","storeApp failed","◷ writing (2 s)"],"x":137,"y":376,"width":118,"height":66}]},
  ],
}
