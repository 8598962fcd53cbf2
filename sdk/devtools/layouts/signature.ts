/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 663,
  height: 438,
  boxes: [
    {"id":"signature begins","kind":"dot","title":"","reactions":[],"x":596,"y":12,"width":10,"height":10},
    {"id":"signature.preparing","kind":"state","title":"preparing","reactions":[],"x":550,"y":44,"width":101,"height":32},
    {"id":"signature.signing","kind":"state","title":"signing","reactions":[],"x":414,"y":144,"width":84,"height":32},
    {"id":"signature.verifying","kind":"state","title":"verifying","reactions":[],"x":186,"y":261,"width":101,"height":32},
    {"id":"signature.ended","kind":"final","title":"ended","reactions":[],"x":434,"y":394,"width":72,"height":32},
  ],
  arrows: [
    {"id":"signature begins → signature.preparing","d":"M601 22L601 44","labels":[]},
    {"id":"signature.preparing → signature.signing","d":"M584 76L584 90L456 90L456 144","labels":[{"lines":["prepare done"],"x":356,"y":104,"width":96,"height":18}]},
    {"id":"signature.preparing → signature.ended","d":"M617 76L617 380L488 380L488 394","labels":[{"lines":["prepare failed","◷ prepare (15 s)"],"x":487,"y":204,"width":126,"height":34}]},
    {"id":"signature.signing → signature.verifying","d":"M442 176L442 190L237 190L237 261","labels":[{"lines":["walletRequest done [isSigned]"],"x":12,"y":212,"width":221,"height":18}]},
    {"id":"signature.signing → signature.ended","d":"M470 176L470 394","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":311,"y":260,"width":155,"height":34}]},
    {"id":"signature.verifying → signature.ended","d":"M237 293L237 380L452 380L452 394","labels":[{"lines":["verify done","verify failed","◷ verify (15 s)"],"x":115,"y":316,"width":118,"height":50}]},
  ],
}
