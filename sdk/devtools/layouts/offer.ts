/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 586,
  height: 782,
  boxes: [
    {"id":"offer begins","kind":"dot","title":"","reactions":[],"x":283,"y":12,"width":10,"height":10},
    {"id":"offer.choosing","kind":"state","title":"choosing","reactions":[],"x":241,"y":44,"width":93,"height":32},
    {"id":"offer.waiting","kind":"state","title":"waiting","reactions":[],"x":457,"y":104,"width":84,"height":32},
    {"id":"offer.beginning","kind":"state","title":"beginning","reactions":[],"x":254,"y":210,"width":101,"height":32},
    {"id":"offer.writing","kind":"state","title":"writing","reactions":[],"x":246,"y":310,"width":84,"height":32},
    {"id":"offer.offering","kind":"state","title":"offering","reactions":["offer.made","session.opened [isBeingSigned]"],"x":207,"y":442,"width":244,"height":68},
    {"id":"offer.storingCredentials","kind":"state","title":"storingCredentials","reactions":[],"x":313,"y":587,"width":178,"height":32},
    {"id":"offer.settled","kind":"final","title":"settled","reactions":[],"x":352,"y":738,"width":84,"height":32},
  ],
  arrows: [
    {"id":"offer begins → offer.choosing","d":"M288 22L288 44","labels":[]},
    {"id":"offer.choosing → offer.settled","d":"M264 76L264 90L156 90L156 724L369 724L369 738","labels":[{"lines":["[isReusingSession]"],"x":12,"y":317,"width":140,"height":18}]},
    {"id":"offer.choosing → offer.beginning","d":"M288 76L288 210","labels":[{"lines":["[hasActiveSession]"],"x":293,"y":111,"width":140,"height":18}]},
    {"id":"offer.choosing → offer.waiting","d":"M311 76L311 90L499 90L499 104","labels":[]},
    {"id":"offer.waiting → offer.settled","d":"M513 136L513 150L573 150L573 714L419 714L419 738","labels":[{"lines":["offer.searched [hasSession]","offer.unknown"],"x":363,"y":372,"width":206,"height":34}]},
    {"id":"offer.waiting → offer.beginning","d":"M485 136L485 196L321 196L321 210","labels":[{"lines":["offer.searched"],"x":370,"y":164,"width":111,"height":18}]},
    {"id":"offer.beginning → offer.writing","d":"M288 242L288 310","labels":[{"lines":["[isSignIn]"],"x":202,"y":270,"width":82,"height":18}]},
    {"id":"offer.beginning → offer.offering","d":"M321 242L321 256L346 256L346 428L370 428L370 442","labels":[]},
    {"id":"offer.writing → offer.offering","d":"M288 342L288 442","labels":[{"lines":["write done","write failed","◷ write (15 s)"],"x":173,"y":364,"width":111,"height":50}]},
    {"id":"offer.offering → offer.settled","d":"M288 510L288 524L173 524L173 714L386 714L386 738","labels":[{"lines":["session.opened","offer.ended","propose failed"],"x":178,"y":578,"width":111,"height":50}]},
    {"id":"offer.offering → offer.storingCredentials","d":"M370 510L370 524L402 524L402 587","labels":[{"lines":["offer.ended [isSigned]"],"x":228,"y":538,"width":170,"height":18}]},
    {"id":"offer.storingCredentials → offer.settled","d":"M402 619L402 738","labels":[{"lines":["storeCredentials done","storeCredentials failed","◷ storeCredentials (15 s)"],"x":207,"y":650,"width":191,"height":50}]},
  ],
}
