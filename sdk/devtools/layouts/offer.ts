/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 520,
  height: 782,
  boxes: [
    {"id":"offer begins","kind":"dot","title":"","reactions":[],"x":124,"y":12,"width":10,"height":10},
    {"id":"offer.choosing","kind":"state","title":"choosing","reactions":[],"x":82,"y":44,"width":93,"height":32},
    {"id":"offer.waiting","kind":"state","title":"waiting","reactions":[],"x":254,"y":104,"width":84,"height":32},
    {"id":"offer.beginning","kind":"state","title":"beginning","reactions":[],"x":203,"y":210,"width":101,"height":32},
    {"id":"offer.writing","kind":"state","title":"writing","reactions":[],"x":195,"y":310,"width":84,"height":32},
    {"id":"offer.offering","kind":"state","title":"offering","reactions":["offer.made","session.opened [isBeingSigned]"],"x":156,"y":442,"width":244,"height":68},
    {"id":"offer.keeping","kind":"state","title":"keeping","reactions":[],"x":277,"y":587,"width":84,"height":32},
    {"id":"offer.settled","kind":"final","title":"settled","reactions":[],"x":269,"y":738,"width":84,"height":32},
  ],
  arrows: [
    {"id":"offer begins → offer.choosing","d":"M129 22L129 44","labels":[]},
    {"id":"offer.choosing → offer.settled","d":"M105 76L105 724L286 724L286 738","labels":[{"lines":["[isJoining]"],"x":12,"y":317,"width":89,"height":18}]},
    {"id":"offer.choosing → offer.beginning","d":"M129 76L129 196L237 196L237 210","labels":[{"lines":["[isSpeaking]"],"x":134,"y":111,"width":96,"height":18}]},
    {"id":"offer.choosing → offer.waiting","d":"M152 76L152 90L296 90L296 104","labels":[]},
    {"id":"offer.waiting → offer.settled","d":"M310 136L310 150L507 150L507 714L336 714L336 738","labels":[{"lines":["offer.looked [hasSession]","offer.unknown"],"x":312,"y":372,"width":191,"height":34}]},
    {"id":"offer.waiting → offer.beginning","d":"M282 136L282 150L270 150L270 210","labels":[{"lines":["offer.looked"],"x":170,"y":164,"width":96,"height":18}]},
    {"id":"offer.beginning → offer.writing","d":"M237 242L237 310","labels":[{"lines":["[isSignIn]"],"x":151,"y":270,"width":82,"height":18}]},
    {"id":"offer.beginning → offer.offering","d":"M270 242L270 256L295 256L295 428L319 428L319 442","labels":[]},
    {"id":"offer.writing → offer.offering","d":"M237 342L237 442","labels":[{"lines":["write done","write failed","◷ write (15 s)"],"x":122,"y":364,"width":111,"height":50}]},
    {"id":"offer.offering → offer.settled","d":"M237 510L237 524L128 524L128 714L303 714L303 738","labels":[{"lines":["session.opened","offer.ended","propose failed"],"x":133,"y":578,"width":111,"height":50}]},
    {"id":"offer.offering → offer.keeping","d":"M319 510L319 587","labels":[{"lines":["offer.ended [isSigned]"],"x":145,"y":538,"width":170,"height":18}]},
    {"id":"offer.keeping → offer.settled","d":"M319 619L319 738","labels":[{"lines":["keep done","keep failed","◷ keep (15 s)"],"x":211,"y":650,"width":104,"height":50}]},
  ],
}
