/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 763,
  height: 661,
  boxes: [
    {"id":"frameRequest begins","kind":"dot","title":"","reactions":[],"x":579,"y":12,"width":10,"height":10},
    {"id":"frameRequest.waiting","kind":"state","title":"waiting","reactions":[],"x":542,"y":44,"width":84,"height":32},
    {"id":"frameRequest.requesting","kind":"compound","title":"requesting","reactions":[],"x":135,"y":144,"width":367,"height":362},
    {"id":"frameRequest.requesting begins","kind":"dot","title":"","reactions":[],"x":393,"y":182,"width":10,"height":10},
    {"id":"frameRequest.requesting.open","kind":"state","title":"open","reactions":[],"x":362,"y":212,"width":72,"height":32},
    {"id":"frameRequest.requesting.withdrawing","kind":"state","title":"withdrawing","reactions":[],"x":327,"y":302,"width":118,"height":32},
    {"id":"frameRequest.requesting.withdrawn","kind":"state","title":"withdrawn","reactions":["frameRequest.cancel"],"x":304,"y":440,"width":164,"height":52},
    {"id":"frameRequest.ended","kind":"final","title":"ended","reactions":[],"x":457,"y":617,"width":72,"height":32},
  ],
  arrows: [
    {"id":"frameRequest begins → frameRequest.waiting","d":"M584 22L584 44","labels":[]},
    {"id":"frameRequest.requesting begins → frameRequest.requesting.open","d":"M398 192L398 212","labels":[]},
    {"id":"frameRequest.waiting → frameRequest.requesting","d":"M570 76L570 90L149 90L149 144","labels":[{"lines":["frameRequest.post"],"x":12,"y":104,"width":133,"height":18}]},
    {"id":"frameRequest.waiting → frameRequest.ended","d":"M598 76L598 603L511 603L511 617","labels":[{"lines":["frameRequest.cancel","◷ load"],"x":603,"y":310.5,"width":148,"height":34}]},
    {"id":"frameRequest.requesting → frameRequest.ended","d":"M488 506L488 603L493 603L493 617","labels":[{"lines":["post done","post failed","◷ answer"],"x":493,"y":539,"width":89,"height":50}]},
    {"id":"frameRequest.requesting.open → frameRequest.requesting.withdrawing","d":"M386 244L386 302","labels":[{"lines":["frameRequest.cancel [isDecided]"],"x":149,"y":264,"width":235,"height":18}]},
    {"id":"frameRequest.requesting.open → frameRequest.ended","d":"M410 244L410 254L478 254L478 525L475 525L475 617","labels":[{"lines":["frameRequest.cancel"],"x":323,"y":555,"width":148,"height":18}]},
    {"id":"frameRequest.requesting.withdrawing → frameRequest.requesting.withdrawn","d":"M386 334L386 440","labels":[{"lines":["frameRequest.cancel","withdraw done","withdraw failed","◷ withdrawal (3 s)"],"x":236,"y":354,"width":148,"height":66}]},
  ],
}
