/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 875,
  height: 531,
  boxes: [
    {"id":"external begins","kind":"dot","title":"","reactions":[],"x":473,"y":34,"width":10,"height":10},
    {"id":"external.requesting","kind":"state","title":"requesting","reactions":[],"x":423,"y":66,"width":110,"height":32},
    {"id":"external.pending","kind":"compound","title":"pending","reactions":[],"x":344,"y":172,"width":335,"height":236},
    {"id":"external.pending begins","kind":"dot","title":"","reactions":[],"x":473,"y":210,"width":10,"height":10},
    {"id":"external.pending.resting","kind":"state","title":"resting","reactions":[],"x":436,"y":240,"width":84,"height":32},
    {"id":"external.pending.looking","kind":"state","title":"looking","reactions":[],"x":436,"y":362,"width":84,"height":32},
    {"id":"external.connected","kind":"final","title":"connected","reactions":[],"x":411,"y":487,"width":101,"height":32},
    {"id":"external.ended","kind":"final","title":"ended","reactions":[],"x":655,"y":487,"width":72,"height":32},
    {"id":"external.cancelled","kind":"final","title":"cancelled","reactions":[],"x":507,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"external begins → external.requesting","d":"M478 44L478 66","labels":[]},
    {"id":"external.pending begins → external.pending.resting","d":"M478 220L478 240","labels":[]},
    {"id":"external.requesting → external.connected","d":"M451 98L451 112L244 112L244 473L445 473L445 487","labels":[{"lines":["walletRequest done [connected]"],"x":12,"y":283.5,"width":228,"height":18}]},
    {"id":"external.requesting → external.pending","d":"M478 98L478 158L358 158L358 172","labels":[{"lines":["walletRequest done [pending]"],"x":261,"y":126,"width":213,"height":18}]},
    {"id":"external.requesting → external.ended","d":"M506 98L506 112L703 112L703 487","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":708,"y":275.5,"width":155,"height":34}]},
    {"id":"external.pending → external.ended","d":"M488 408L488 427L679 427L679 487","labels":[{"lines":["◷ connect (120 s)"],"x":542,"y":441,"width":133,"height":18}]},
    {"id":"external.pending.resting → external.pending.looking","d":"M464 272L464 362","labels":[{"lines":["◷ again (1 s)"],"x":358,"y":308,"width":104,"height":18}]},
    {"id":"external.pending.looking → external.connected","d":"M478 394L478 487","labels":[{"lines":["lookForAccounts done [found]"],"x":261,"y":441,"width":213,"height":18}]},
    {"id":"external.pending.looking → external.pending.resting","d":"M492 362L492 272","labels":[{"lines":["lookForAccounts done","lookForAccounts failed","◷ restore (5 s)"],"x":495,"y":292,"width":170,"height":50}]},
  ],
}
