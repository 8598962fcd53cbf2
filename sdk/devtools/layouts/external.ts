/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 949,
  height: 531,
  boxes: [
    {"id":"external begins","kind":"dot","title":"","reactions":[],"x":503,"y":34,"width":10,"height":10},
    {"id":"external.requesting","kind":"state","title":"requesting","reactions":[],"x":453,"y":66,"width":110,"height":32},
    {"id":"external.pending","kind":"compound","title":"pending","reactions":[],"x":418,"y":172,"width":335,"height":236},
    {"id":"external.pending begins","kind":"dot","title":"","reactions":[],"x":547,"y":210,"width":10,"height":10},
    {"id":"external.pending.resting","kind":"state","title":"resting","reactions":[],"x":510,"y":240,"width":84,"height":32},
    {"id":"external.pending.looking","kind":"state","title":"looking","reactions":[],"x":510,"y":362,"width":84,"height":32},
    {"id":"external.connected","kind":"final","title":"connected","reactions":[],"x":485,"y":487,"width":101,"height":32},
    {"id":"external.ended","kind":"final","title":"ended","reactions":[],"x":729,"y":487,"width":72,"height":32},
    {"id":"external.cancelled","kind":"final","title":"cancelled","reactions":[],"x":537,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"external begins → external.requesting","d":"M508 44L508 66","labels":[]},
    {"id":"external.pending begins → external.pending.resting","d":"M552 220L552 240","labels":[]},
    {"id":"external.requesting → external.connected","d":"M481 98L481 112L259 112L259 473L519 473L519 487","labels":[{"lines":["walletRequest done [isConnected]"],"x":12,"y":283.5,"width":243,"height":18}]},
    {"id":"external.requesting → external.pending","d":"M508 98L508 158L432 158L432 172","labels":[{"lines":["walletRequest done [isPending]"],"x":276,"y":126,"width":228,"height":18}]},
    {"id":"external.requesting → external.ended","d":"M536 98L536 112L777 112L777 487","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":782,"y":275.5,"width":155,"height":34}]},
    {"id":"external.pending → external.ended","d":"M562 408L562 427L753 427L753 487","labels":[{"lines":["◷ connect (120 s)"],"x":616,"y":441,"width":133,"height":18}]},
    {"id":"external.pending.resting → external.pending.looking","d":"M538 272L538 362","labels":[{"lines":["◷ again (1 s)"],"x":432,"y":308,"width":104,"height":18}]},
    {"id":"external.pending.looking → external.connected","d":"M552 394L552 487","labels":[{"lines":["lookForAccounts done [hasConnection]"],"x":276,"y":441,"width":272,"height":18}]},
    {"id":"external.pending.looking → external.pending.resting","d":"M566 362L566 272","labels":[{"lines":["lookForAccounts done","lookForAccounts failed","◷ restore (5 s)"],"x":569,"y":292,"width":170,"height":50}]},
  ],
}
