/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 749,
  height: 661,
  boxes: [
    {"id":"frameRequest begins","kind":"dot","title":"","reactions":[],"x":565,"y":12,"width":10,"height":10},
    {"id":"frameRequest.waiting","kind":"state","title":"waiting","reactions":[],"x":528,"y":44,"width":84,"height":32},
    {"id":"frameRequest.asking","kind":"compound","title":"asking","reactions":[],"x":135,"y":144,"width":353,"height":362},
    {"id":"frameRequest.asking begins","kind":"dot","title":"","reactions":[],"x":379,"y":182,"width":10,"height":10},
    {"id":"frameRequest.asking.open","kind":"state","title":"open","reactions":[],"x":348,"y":212,"width":72,"height":32},
    {"id":"frameRequest.asking.withdrawing","kind":"state","title":"withdrawing","reactions":[],"x":313,"y":302,"width":118,"height":32},
    {"id":"frameRequest.asking.withdrawn","kind":"state","title":"withdrawn","reactions":["frameRequest.cancel"],"x":290,"y":440,"width":164,"height":52},
    {"id":"frameRequest.ended","kind":"final","title":"ended","reactions":[],"x":443,"y":617,"width":72,"height":32},
  ],
  arrows: [
    {"id":"frameRequest begins → frameRequest.waiting","d":"M570 22L570 44","labels":[]},
    {"id":"frameRequest.asking begins → frameRequest.asking.open","d":"M384 192L384 212","labels":[]},
    {"id":"frameRequest.waiting → frameRequest.asking","d":"M556 76L556 90L149 90L149 144","labels":[{"lines":["frameRequest.post"],"x":12,"y":104,"width":133,"height":18}]},
    {"id":"frameRequest.waiting → frameRequest.ended","d":"M584 76L584 603L497 603L497 617","labels":[{"lines":["frameRequest.cancel","◷ load"],"x":589,"y":310.5,"width":148,"height":34}]},
    {"id":"frameRequest.asking → frameRequest.ended","d":"M474 506L474 603L479 603L479 617","labels":[{"lines":["post done","post failed","◷ answer"],"x":479,"y":539,"width":89,"height":50}]},
    {"id":"frameRequest.asking.open → frameRequest.asking.withdrawing","d":"M372 244L372 302","labels":[{"lines":["frameRequest.cancel [decided]"],"x":149,"y":264,"width":221,"height":18}]},
    {"id":"frameRequest.asking.open → frameRequest.ended","d":"M396 244L396 254L464 254L464 525L461 525L461 617","labels":[{"lines":["frameRequest.cancel"],"x":309,"y":555,"width":148,"height":18}]},
    {"id":"frameRequest.asking.withdrawing → frameRequest.asking.withdrawn","d":"M372 334L372 440","labels":[{"lines":["frameRequest.cancel","withdraw done","withdraw failed","◷ withdrawal (3 s)"],"x":222,"y":354,"width":148,"height":66}]},
  ],
}
