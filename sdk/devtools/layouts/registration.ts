/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 492,
  height: 376,
  boxes: [
    {"id":"registration begins","kind":"dot","title":"","reactions":[],"x":246,"y":12,"width":10,"height":10},
    {"id":"registration.writing","kind":"state","title":"writing","reactions":[],"x":209,"y":44,"width":84,"height":32},
    {"id":"registration.signing","kind":"state","title":"signing","reactions":[],"x":209,"y":98,"width":84,"height":32},
    {"id":"registration.registering","kind":"state","title":"registering","reactions":[],"x":178,"y":199,"width":118,"height":32},
    {"id":"registration.ended","kind":"final","title":"ended","reactions":[],"x":213,"y":332,"width":72,"height":32},
  ],
  arrows: [
    {"id":"registration begins → registration.writing","d":"M251 22L251 44","labels":[]},
    {"id":"registration.writing → registration.signing","d":"M251 76L251 98","labels":[]},
    {"id":"registration.signing → registration.registering","d":"M237 130L237 199","labels":[{"lines":["walletRequest done [isSigned]"],"x":12,"y":158,"width":221,"height":18}]},
    {"id":"registration.signing → registration.ended","d":"M265 130L265 144L320 144L320 318L261 318L261 332","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":325,"y":198,"width":155,"height":34}]},
    {"id":"registration.registering → registration.ended","d":"M237 231L237 332","labels":[{"lines":["register done","register failed","◷ api (15 s)"],"x":115,"y":254,"width":118,"height":50}]},
  ],
}
