/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 997,
  height: 476,
  boxes: [
    {"id":"call begins","kind":"dot","title":"","reactions":[],"x":591,"y":12,"width":10,"height":10},
    {"id":"call.choosing","kind":"state","title":"choosing","reactions":[],"x":549,"y":44,"width":93,"height":32},
    {"id":"call.requesting","kind":"state","title":"requesting","reactions":[],"x":559,"y":150,"width":110,"height":32},
    {"id":"call.waitingForChain","kind":"state","title":"waitingForChain","reactions":[],"x":526,"y":298.5,"width":153,"height":32},
    {"id":"call.settled","kind":"final","title":"settled","reactions":[],"x":238,"y":432,"width":84,"height":32},
    {"id":"call.expired","kind":"final","title":"expired","reactions":[],"x":901,"y":276,"width":84,"height":32},
    {"id":"call.cancelled","kind":"final","title":"cancelled","reactions":[],"x":594,"y":432,"width":101,"height":32},
  ],
  arrows: [
    {"id":"call begins → call.choosing","d":"M596 22L596 44","labels":[]},
    {"id":"call.choosing → call.settled","d":"M572 76L572 90L259 90L259 432","labels":[{"lines":["[isAnswerKnownAndSwitchingChain]","[isAnswerKnown]"],"x":12,"y":220,"width":243,"height":34}]},
    {"id":"call.choosing → call.requesting","d":"M596 76L596 150","labels":[]},
    {"id":"call.requesting → call.cancelled","d":"M625 182L625 206L796 206L796 418L661 418L661 432","labels":[{"lines":["call.cancel"],"x":703,"y":300,"width":89,"height":18}]},
    {"id":"call.requesting → call.settled","d":"M581 182L581 196L276 196L276 418L280 418L280 432","labels":[{"lines":["follow done [isOnChain]","follow done [hasCapabilities]","follow done","follow failed"],"x":281,"y":276,"width":221,"height":66}]},
    {"id":"call.requesting → call.waitingForChain","d":"M603 182L603 298.5","labels":[{"lines":["follow done [isSwitchingChain]"],"x":371,"y":228,"width":228,"height":18}]},
    {"id":"call.requesting → call.choosing","d":"M632 150L632 136L619 136L619 76","labels":[{"lines":["follow failed [hasAnotherRoute]"],"x":624,"y":104,"width":235,"height":18}]},
    {"id":"call.requesting → call.expired","d":"M647 182L647 196L943 196L943 276","labels":[{"lines":["◷ follow (330 s)"],"x":813,"y":228,"width":126,"height":18}]},
    {"id":"call.waitingForChain → call.cancelled","d":"M628 330.5L628 432","labels":[{"lines":["call.cancel"],"x":535,"y":378,"width":89,"height":18}]},
    {"id":"call.waitingForChain → call.settled","d":"M577 330.5L577 356L408 356L408 418L301 418L301 432","labels":[{"lines":["◷ arrive (2 s)","[isOnChain]"],"x":293,"y":370,"width":111,"height":34}]},
  ],
}
