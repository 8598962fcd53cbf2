/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1132,
  height: 364,
  boxes: [
    {"id":"networkSwitch begins","kind":"dot","title":"","reactions":[],"x":494,"y":34,"width":10,"height":10},
    {"id":"networkSwitch.switching","kind":"state","title":"switching","reactions":[],"x":448,"y":66,"width":101,"height":32},
    {"id":"networkSwitch.adding","kind":"state","title":"adding","reactions":[],"x":667,"y":192.5,"width":76,"height":32},
    {"id":"networkSwitch.settling","kind":"state","title":"settling","reactions":[],"x":435,"y":193,"width":93,"height":32},
    {"id":"networkSwitch.switched","kind":"final","title":"switched","reactions":[],"x":197,"y":192,"width":93,"height":32},
    {"id":"networkSwitch.ended","kind":"final","title":"ended","reactions":[],"x":464,"y":320,"width":72,"height":32},
    {"id":"networkSwitch.cancelled","kind":"final","title":"cancelled","reactions":[],"x":528,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"networkSwitch begins → networkSwitch.switching","d":"M499 44L499 66","labels":[]},
    {"id":"networkSwitch.switching → networkSwitch.switched","d":"M465 98L465 112L244 112L244 192","labels":[{"lines":["walletRequest done [isReached]"],"x":12,"y":146,"width":228,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.settling","d":"M482 98L482 193","labels":[{"lines":["walletRequest done [isAgreed]"],"x":257,"y":146,"width":221,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.adding","d":"M499 98L499 132L705 132L705 178L692 178L692 192.5","labels":[{"lines":["walletRequest done [canAdd]"],"x":495,"y":146,"width":206,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.ended","d":"M532 98L532 112L960 112L960 306L518 306L518 320","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":965,"y":192,"width":155,"height":34}]},
    {"id":"networkSwitch.adding → networkSwitch.switching","d":"M718 192.5L718 122L515 122L515 98","labels":[{"lines":["walletRequest done [isAgreed]"],"x":723,"y":146,"width":221,"height":18}]},
    {"id":"networkSwitch.adding → networkSwitch.ended","d":"M705 224.5L705 296L500 296L500 320","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":546,"y":248,"width":155,"height":34}]},
    {"id":"networkSwitch.settling → networkSwitch.ended","d":"M482 225L482 320","labels":[{"lines":["◷ settle (2 s)"],"x":367,"y":256,"width":111,"height":18}]},
  ],
}
