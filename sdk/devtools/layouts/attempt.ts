/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 831,
  height: 524,
  boxes: [
    {"id":"attempt begins","kind":"dot","title":"","reactions":[],"x":616,"y":12,"width":10,"height":10},
    {"id":"attempt.deciding","kind":"state","title":"deciding","reactions":[],"x":574,"y":44,"width":93,"height":32},
    {"id":"attempt.external","kind":"state","title":"external","reactions":["attempt.cancel"],"x":692,"y":158,"width":127,"height":52},
    {"id":"attempt.embedded","kind":"state","title":"embedded","reactions":["attempt.cancel"],"x":557,"y":246,"width":127,"height":52},
    {"id":"attempt.walletConnect","kind":"state","title":"walletConnect","reactions":["attempt.cancel","attempt.direct"],"x":395,"y":150,"width":136,"height":68},
    {"id":"attempt.remembering","kind":"state","title":"remembering","reactions":[],"x":185,"y":321,"width":118,"height":32},
    {"id":"attempt.ended","kind":"final","title":"ended","reactions":[],"x":457,"y":480,"width":72,"height":32},
  ],
  arrows: [
    {"id":"attempt begins → attempt.deciding","d":"M621 22L621 44","labels":[]},
    {"id":"attempt.deciding → attempt.walletConnect","d":"M597 76L597 90L463 90L463 150","labels":[{"lines":["[remote]"],"x":392,"y":104,"width":67,"height":18}]},
    {"id":"attempt.deciding → attempt.embedded","d":"M621 76L621 246","labels":[{"lines":["[embedded]"],"x":535,"y":104,"width":82,"height":18}]},
    {"id":"attempt.deciding → attempt.external","d":"M644 76L644 136L756 136L756 158","labels":[]},
    {"id":"attempt.external → attempt.ended","d":"M756 210L756 466L515 466L515 480","labels":[{"lines":["external done","external failed"],"x":634,"y":320,"width":118,"height":34}]},
    {"id":"attempt.embedded → attempt.ended","d":"M621 298L621 456L500 456L500 480","labels":[{"lines":["external done","external failed"],"x":499,"y":320,"width":118,"height":34}]},
    {"id":"attempt.walletConnect → attempt.remembering","d":"M440 218L440 232L244 232L244 321","labels":[{"lines":["walletConnect done [connected]"],"x":12,"y":263,"width":228,"height":18}]},
    {"id":"attempt.walletConnect → attempt.ended","d":"M486 218L486 480","labels":[{"lines":["walletConnect done","walletConnect failed"],"x":327,"y":320,"width":155,"height":34}]},
    {"id":"attempt.remembering → attempt.ended","d":"M244 353L244 456L471 456L471 480","labels":[{"lines":["attempt.cancel","rememberApp done","rememberApp failed","◷ writing (2 s)"],"x":100,"y":376,"width":140,"height":66}]},
  ],
}
