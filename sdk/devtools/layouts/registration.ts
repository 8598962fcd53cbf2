/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 477,
  height: 376,
  boxes: [
    {"id":"registration begins","kind":"dot","title":"","reactions":[],"x":231,"y":12,"width":10,"height":10},
    {"id":"registration.writing","kind":"state","title":"writing","reactions":[],"x":194,"y":44,"width":84,"height":32},
    {"id":"registration.signing","kind":"state","title":"signing","reactions":[],"x":194,"y":98,"width":84,"height":32},
    {"id":"registration.registering","kind":"state","title":"registering","reactions":[],"x":163,"y":199,"width":118,"height":32},
    {"id":"registration.ended","kind":"final","title":"ended","reactions":[],"x":198,"y":332,"width":72,"height":32},
  ],
  arrows: [
    {"id":"registration begins → registration.writing","d":"M236 22L236 44","labels":[]},
    {"id":"registration.writing → registration.signing","d":"M236 76L236 98","labels":[]},
    {"id":"registration.signing → registration.registering","d":"M222 130L222 199","labels":[{"lines":["walletRequest done [signed]"],"x":12,"y":158,"width":206,"height":18}]},
    {"id":"registration.signing → registration.ended","d":"M250 130L250 144L305 144L305 318L246 318L246 332","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":310,"y":198,"width":155,"height":34}]},
    {"id":"registration.registering → registration.ended","d":"M222 231L222 332","labels":[{"lines":["register done","register failed","◷ api (15 s)"],"x":100,"y":254,"width":118,"height":50}]},
  ],
}
