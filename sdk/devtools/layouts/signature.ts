/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 648,
  height: 438,
  boxes: [
    {"id":"signature begins","kind":"dot","title":"","reactions":[],"x":581,"y":12,"width":10,"height":10},
    {"id":"signature.preparing","kind":"state","title":"preparing","reactions":[],"x":535,"y":44,"width":101,"height":32},
    {"id":"signature.signing","kind":"state","title":"signing","reactions":[],"x":399,"y":144,"width":84,"height":32},
    {"id":"signature.verifying","kind":"state","title":"verifying","reactions":[],"x":171,"y":261,"width":101,"height":32},
    {"id":"signature.ended","kind":"final","title":"ended","reactions":[],"x":419,"y":394,"width":72,"height":32},
  ],
  arrows: [
    {"id":"signature begins → signature.preparing","d":"M586 22L586 44","labels":[]},
    {"id":"signature.preparing → signature.signing","d":"M569 76L569 90L441 90L441 144","labels":[{"lines":["prepare done"],"x":341,"y":104,"width":96,"height":18}]},
    {"id":"signature.preparing → signature.ended","d":"M602 76L602 380L473 380L473 394","labels":[{"lines":["prepare failed","◷ prepare (15 s)"],"x":472,"y":204,"width":126,"height":34}]},
    {"id":"signature.signing → signature.verifying","d":"M427 176L427 190L222 190L222 261","labels":[{"lines":["walletRequest done [signed]"],"x":12,"y":212,"width":206,"height":18}]},
    {"id":"signature.signing → signature.ended","d":"M455 176L455 394","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":296,"y":260,"width":155,"height":34}]},
    {"id":"signature.verifying → signature.ended","d":"M222 293L222 380L437 380L437 394","labels":[{"lines":["verify done","verify failed","◷ verify (15 s)"],"x":100,"y":316,"width":118,"height":50}]},
  ],
}
