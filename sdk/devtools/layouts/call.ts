/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 893,
  height: 476,
  boxes: [
    {"id":"call begins","kind":"dot","title":"","reactions":[],"x":518,"y":12,"width":10,"height":10},
    {"id":"call.choosing","kind":"state","title":"choosing","reactions":[],"x":476,"y":44,"width":93,"height":32},
    {"id":"call.following","kind":"state","title":"following","reactions":[],"x":489,"y":150,"width":101,"height":32},
    {"id":"call.arriving","kind":"state","title":"arriving","reactions":[],"x":482,"y":298.5,"width":93,"height":32},
    {"id":"call.settled","kind":"final","title":"settled","reactions":[],"x":238,"y":432,"width":84,"height":32},
    {"id":"call.expired","kind":"final","title":"expired","reactions":[],"x":797,"y":276,"width":84,"height":32},
    {"id":"call.cancelled","kind":"final","title":"cancelled","reactions":[],"x":510,"y":432,"width":101,"height":32},
  ],
  arrows: [
    {"id":"call begins → call.choosing","d":"M523 22L523 44","labels":[]},
    {"id":"call.choosing → call.settled","d":"M499 76L499 90L259 90L259 432","labels":[{"lines":["[isAnswerKnownAndSwitchingChain]","[isAnswerKnown]"],"x":12,"y":220,"width":243,"height":34}]},
    {"id":"call.choosing → call.following","d":"M523 76L523 150","labels":[]},
    {"id":"call.following → call.cancelled","d":"M550 182L550 206L692 206L692 418L577 418L577 432","labels":[{"lines":["call.cancel"],"x":599,"y":300,"width":89,"height":18}]},
    {"id":"call.following → call.settled","d":"M509 182L509 196L276 196L276 418L280 418L280 432","labels":[{"lines":["follow done [isOnChain]","follow done [hasLearnt]","follow done","follow failed"],"x":281,"y":276,"width":177,"height":66}]},
    {"id":"call.following → call.arriving","d":"M529 182L529 298.5","labels":[{"lines":["follow done [isSwitchingChain]"],"x":297,"y":228,"width":228,"height":18}]},
    {"id":"call.following → call.choosing","d":"M556 150L556 136L546 136L546 76","labels":[{"lines":["follow failed [hasAnotherRoute]"],"x":551,"y":104,"width":235,"height":18}]},
    {"id":"call.following → call.expired","d":"M570 182L570 196L839 196L839 276","labels":[{"lines":["◷ follow (330 s)"],"x":709,"y":228,"width":126,"height":18}]},
    {"id":"call.arriving → call.cancelled","d":"M544 330.5L544 432","labels":[{"lines":["call.cancel"],"x":451,"y":378,"width":89,"height":18}]},
    {"id":"call.arriving → call.settled","d":"M513 330.5L513 356L408 356L408 418L301 418L301 432","labels":[{"lines":["◷ arrive (2 s)","[isOnChain]"],"x":293,"y":370,"width":111,"height":34}]},
  ],
}
