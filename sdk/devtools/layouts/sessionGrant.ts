/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 634,
  height: 572,
  boxes: [
    {"id":"sessionGrant begins","kind":"dot","title":"","reactions":[],"x":501,"y":12,"width":10,"height":10},
    {"id":"sessionGrant.checking","kind":"state","title":"checking","reactions":[],"x":459,"y":44,"width":93,"height":32},
    {"id":"sessionGrant.adding","kind":"state","title":"adding","reactions":[],"x":429,"y":144,"width":76,"height":32},
    {"id":"sessionGrant.asking","kind":"state","title":"asking","reactions":[],"x":340,"y":245.5,"width":76,"height":32},
    {"id":"sessionGrant.activating","kind":"state","title":"activating","reactions":[],"x":336,"y":374,"width":110,"height":32},
    {"id":"sessionGrant.granted","kind":"final","title":"granted","reactions":[],"x":105,"y":528,"width":84,"height":32},
    {"id":"sessionGrant.ended","kind":"final","title":"ended","reactions":[],"x":380,"y":528,"width":72,"height":32},
  ],
  arrows: [
    {"id":"sessionGrant begins → sessionGrant.checking","d":"M506 22L506 44","labels":[]},
    {"id":"sessionGrant.checking → sessionGrant.adding","d":"M490 76L490 90L467 90L467 144","labels":[{"lines":["check done"],"x":381,"y":104,"width":82,"height":18}]},
    {"id":"sessionGrant.checking → sessionGrant.ended","d":"M521 76L521 514L438 514L438 528","labels":[{"lines":["check failed","◷ api (15 s)"],"x":526,"y":244,"width":96,"height":34}]},
    {"id":"sessionGrant.adding → sessionGrant.asking","d":"M454 176L454 190L378 190L378 245.5","labels":[{"lines":["add done"],"x":307,"y":204,"width":67,"height":18}]},
    {"id":"sessionGrant.adding → sessionGrant.ended","d":"M480 176L480 190L504 190L504 504L423 504L423 528","labels":[{"lines":["add failed","◷ api (15 s)"],"x":404,"y":306,"width":96,"height":34}]},
    {"id":"sessionGrant.asking → sessionGrant.ended","d":"M365 277.5L365 292L164 292L164 504L394 504L394 528","labels":[{"lines":["sessionGrant.cancel","requests.settled","◷ lost (620 s)"],"x":12,"y":362,"width":148,"height":50}]},
    {"id":"sessionGrant.asking → sessionGrant.activating","d":"M391 277.5L391 374","labels":[{"lines":["requests.settled [answered]"],"x":181,"y":314,"width":206,"height":18}]},
    {"id":"sessionGrant.activating → sessionGrant.ended","d":"M409 406L409 528","labels":[{"lines":["sessionGrant.cancel","activate failed","◷ api (15 s)"],"x":257,"y":440,"width":148,"height":50}]},
    {"id":"sessionGrant.activating → sessionGrant.granted","d":"M373 406L373 426L147 426L147 528","labels":[{"lines":["activate done"],"x":39,"y":456,"width":104,"height":18}]},
  ],
}
