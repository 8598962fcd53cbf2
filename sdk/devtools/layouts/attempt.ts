/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 846,
  height: 524,
  boxes: [
    {"id":"attempt begins","kind":"dot","title":"","reactions":[],"x":631,"y":12,"width":10,"height":10},
    {"id":"attempt.deciding","kind":"state","title":"deciding","reactions":[],"x":589,"y":44,"width":93,"height":32},
    {"id":"attempt.external","kind":"state","title":"external","reactions":["attempt.cancel"],"x":707,"y":158,"width":127,"height":52},
    {"id":"attempt.embedded","kind":"state","title":"embedded","reactions":["attempt.cancel"],"x":572,"y":246,"width":127,"height":52},
    {"id":"attempt.walletConnect","kind":"state","title":"walletConnect","reactions":["attempt.cancel","attempt.direct"],"x":410,"y":150,"width":136,"height":68},
    {"id":"attempt.remembering","kind":"state","title":"remembering","reactions":[],"x":200,"y":321,"width":118,"height":32},
    {"id":"attempt.ended","kind":"final","title":"ended","reactions":[],"x":472,"y":480,"width":72,"height":32},
  ],
  arrows: [
    {"id":"attempt begins → attempt.deciding","d":"M636 22L636 44","labels":[]},
    {"id":"attempt.deciding → attempt.walletConnect","d":"M612 76L612 90L478 90L478 150","labels":[{"lines":["[isWalletConnect]"],"x":341,"y":104,"width":133,"height":18}]},
    {"id":"attempt.deciding → attempt.embedded","d":"M636 76L636 246","labels":[{"lines":["[isEmbedded]"],"x":536,"y":104,"width":96,"height":18}]},
    {"id":"attempt.deciding → attempt.external","d":"M659 76L659 136L771 136L771 158","labels":[]},
    {"id":"attempt.external → attempt.ended","d":"M771 210L771 466L530 466L530 480","labels":[{"lines":["external done","external failed"],"x":649,"y":320,"width":118,"height":34}]},
    {"id":"attempt.embedded → attempt.ended","d":"M636 298L636 456L515 456L515 480","labels":[{"lines":["external done","external failed"],"x":514,"y":320,"width":118,"height":34}]},
    {"id":"attempt.walletConnect → attempt.remembering","d":"M455 218L455 232L259 232L259 321","labels":[{"lines":["walletConnect done [isConnected]"],"x":12,"y":263,"width":243,"height":18}]},
    {"id":"attempt.walletConnect → attempt.ended","d":"M501 218L501 480","labels":[{"lines":["walletConnect done","walletConnect failed"],"x":342,"y":320,"width":155,"height":34}]},
    {"id":"attempt.remembering → attempt.ended","d":"M259 353L259 456L486 456L486 480","labels":[{"lines":["attempt.cancel","rememberApp done","rememberApp failed","◷ writing (2 s)"],"x":115,"y":376,"width":140,"height":66}]},
  ],
}
