/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1094,
  height: 364,
  boxes: [
    {"id":"networkSwitch begins","kind":"dot","title":"","reactions":[],"x":464,"y":34,"width":10,"height":10},
    {"id":"networkSwitch.switching","kind":"state","title":"switching","reactions":[],"x":418,"y":66,"width":101,"height":32},
    {"id":"networkSwitch.adding","kind":"state","title":"adding","reactions":[],"x":644,"y":192.5,"width":76,"height":32},
    {"id":"networkSwitch.settling","kind":"state","title":"settling","reactions":[],"x":405,"y":193,"width":93,"height":32},
    {"id":"networkSwitch.switched","kind":"final","title":"switched","reactions":[],"x":182,"y":192,"width":93,"height":32},
    {"id":"networkSwitch.ended","kind":"final","title":"ended","reactions":[],"x":434,"y":320,"width":72,"height":32},
    {"id":"networkSwitch.cancelled","kind":"final","title":"cancelled","reactions":[],"x":498,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"networkSwitch begins → networkSwitch.switching","d":"M469 44L469 66","labels":[]},
    {"id":"networkSwitch.switching → networkSwitch.switched","d":"M435 98L435 112L229 112L229 192","labels":[{"lines":["walletRequest done [reached]"],"x":12,"y":146,"width":213,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.settling","d":"M452 98L452 193","labels":[{"lines":["walletRequest done [agreed]"],"x":242,"y":146,"width":206,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.adding","d":"M469 98L469 132L682 132L682 178L669 178L669 192.5","labels":[{"lines":["walletRequest done [addable]"],"x":465,"y":146,"width":213,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.ended","d":"M502 98L502 112L922 112L922 306L488 306L488 320","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":927,"y":192,"width":155,"height":34}]},
    {"id":"networkSwitch.adding → networkSwitch.switching","d":"M695 192.5L695 122L485 122L485 98","labels":[{"lines":["walletRequest done [agreed]"],"x":700,"y":146,"width":206,"height":18}]},
    {"id":"networkSwitch.adding → networkSwitch.ended","d":"M682 224.5L682 296L470 296L470 320","labels":[{"lines":["walletRequest done","walletRequest failed"],"x":523,"y":248,"width":155,"height":34}]},
    {"id":"networkSwitch.settling → networkSwitch.ended","d":"M452 225L452 320","labels":[{"lines":["◷ settle (2 s)"],"x":337,"y":256,"width":111,"height":18}]},
  ],
}
