/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 963,
  height: 364,
  boxes: [
    {"id":"networkSwitch begins","kind":"dot","title":"","reactions":[],"x":413,"y":34,"width":10,"height":10},
    {"id":"networkSwitch.switching","kind":"state","title":"switching","reactions":[],"x":367,"y":66,"width":101,"height":32},
    {"id":"networkSwitch.adding","kind":"state","title":"adding","reactions":[],"x":601,"y":192.5,"width":76,"height":32},
    {"id":"networkSwitch.settling","kind":"state","title":"settling","reactions":[],"x":354,"y":193,"width":93,"height":32},
    {"id":"networkSwitch.switched","kind":"final","title":"switched","reactions":[],"x":197,"y":192,"width":93,"height":32},
    {"id":"networkSwitch.ended","kind":"final","title":"ended","reactions":[],"x":383,"y":320,"width":72,"height":32},
    {"id":"networkSwitch.cancelled","kind":"final","title":"cancelled","reactions":[],"x":447,"y":12,"width":101,"height":32},
  ],
  arrows: [
    {"id":"networkSwitch begins → networkSwitch.switching","d":"M418 44L418 66","labels":[]},
    {"id":"networkSwitch.switching → networkSwitch.switched","d":"M384 98L384 112L244 112L244 192","labels":[{"lines":["switchNetwork done [isReached]"],"x":12,"y":146,"width":228,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.settling","d":"M401 98L401 193","labels":[{"lines":["switchNetwork done"],"x":257,"y":146,"width":140,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.adding","d":"M418 98L418 132L639 132L639 178L626 178L626 192.5","labels":[{"lines":["switchNetwork failed [canAdd]"],"x":414,"y":146,"width":221,"height":18}]},
    {"id":"networkSwitch.switching → networkSwitch.ended","d":"M451 98L451 112L791 112L791 306L437 306L437 320","labels":[{"lines":["switchNetwork failed","◷ answer (120 s)"],"x":796,"y":192,"width":155,"height":34}]},
    {"id":"networkSwitch.adding → networkSwitch.switching","d":"M652 192.5L652 122L434 122L434 98","labels":[{"lines":["addNetwork done"],"x":657,"y":146,"width":118,"height":18}]},
    {"id":"networkSwitch.adding → networkSwitch.ended","d":"M639 224.5L639 296L419 296L419 320","labels":[{"lines":["addNetwork failed","◷ answer (120 s)"],"x":502,"y":248,"width":133,"height":34}]},
    {"id":"networkSwitch.settling → networkSwitch.ended","d":"M401 225L401 320","labels":[{"lines":["◷ settle (2 s)"],"x":286,"y":256,"width":111,"height":18}]},
  ],
}
