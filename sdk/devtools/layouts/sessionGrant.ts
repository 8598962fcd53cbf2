/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 649,
  height: 572,
  boxes: [
    {"id":"sessionGrant begins","kind":"dot","title":"","reactions":[],"x":516,"y":12,"width":10,"height":10},
    {"id":"sessionGrant.checking","kind":"state","title":"checking","reactions":[],"x":474,"y":44,"width":93,"height":32},
    {"id":"sessionGrant.adding","kind":"state","title":"adding","reactions":[],"x":444,"y":144,"width":76,"height":32},
    {"id":"sessionGrant.requesting","kind":"state","title":"requesting","reactions":[],"x":333,"y":245.5,"width":110,"height":32},
    {"id":"sessionGrant.activating","kind":"state","title":"activating","reactions":[],"x":351,"y":374,"width":110,"height":32},
    {"id":"sessionGrant.granted","kind":"final","title":"granted","reactions":[],"x":105,"y":528,"width":84,"height":32},
    {"id":"sessionGrant.ended","kind":"final","title":"ended","reactions":[],"x":395,"y":528,"width":72,"height":32},
  ],
  arrows: [
    {"id":"sessionGrant begins → sessionGrant.checking","d":"M521 22L521 44","labels":[]},
    {"id":"sessionGrant.checking → sessionGrant.adding","d":"M505 76L505 90L482 90L482 144","labels":[{"lines":["check done"],"x":396,"y":104,"width":82,"height":18}]},
    {"id":"sessionGrant.checking → sessionGrant.ended","d":"M536 76L536 514L453 514L453 528","labels":[{"lines":["check failed","◷ api (15 s)"],"x":541,"y":244,"width":96,"height":34}]},
    {"id":"sessionGrant.adding → sessionGrant.requesting","d":"M469 176L469 190L388 190L388 245.5","labels":[{"lines":["add done"],"x":317,"y":204,"width":67,"height":18}]},
    {"id":"sessionGrant.adding → sessionGrant.ended","d":"M495 176L495 190L519 190L519 504L438 504L438 528","labels":[{"lines":["add failed","◷ api (15 s)"],"x":419,"y":306,"width":96,"height":34}]},
    {"id":"sessionGrant.requesting → sessionGrant.ended","d":"M370 277.5L370 292L164 292L164 504L409 504L409 528","labels":[{"lines":["sessionGrant.cancel","requests.settled","◷ lost (620 s)"],"x":12,"y":362,"width":148,"height":50}]},
    {"id":"sessionGrant.requesting → sessionGrant.activating","d":"M406 277.5L406 374","labels":[{"lines":["requests.settled [isAnswered]"],"x":181,"y":314,"width":221,"height":18}]},
    {"id":"sessionGrant.activating → sessionGrant.ended","d":"M424 406L424 528","labels":[{"lines":["sessionGrant.cancel","activate failed","◷ api (15 s)"],"x":272,"y":440,"width":148,"height":50}]},
    {"id":"sessionGrant.activating → sessionGrant.granted","d":"M388 406L388 426L147 426L147 528","labels":[{"lines":["activate done"],"x":39,"y":456,"width":104,"height":18}]},
  ],
}
