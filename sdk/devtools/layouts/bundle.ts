/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1325,
  height: 536,
  boxes: [
    {"id":"bundle begins","kind":"dot","title":"","reactions":[],"x":741,"y":12,"width":10,"height":10},
    {"id":"bundle.looking","kind":"state","title":"looking","reactions":[],"x":704,"y":44,"width":84,"height":32},
    {"id":"bundle.waiting","kind":"state","title":"waiting","reactions":[],"x":1156,"y":212,"width":84,"height":32},
    {"id":"bundle.hidden","kind":"state","title":"hidden","reactions":[],"x":983,"y":376,"width":76,"height":32},
    {"id":"bundle.success","kind":"final","title":"success","reactions":[],"x":317,"y":212,"width":84,"height":32},
    {"id":"bundle.reverted","kind":"final","title":"reverted","reactions":[],"x":491,"y":212,"width":93,"height":32},
    {"id":"bundle.partlyReverted","kind":"final","title":"partlyReverted","reactions":[],"x":674,"y":212,"width":144,"height":32},
    {"id":"bundle.failed","kind":"final","title":"failed","reactions":[],"x":916,"y":212,"width":76,"height":32},
    {"id":"bundle.unknown","kind":"final","title":"unknown","reactions":[],"x":1229,"y":492,"width":84,"height":32},
  ],
  arrows: [
    {"id":"bundle begins → bundle.looking","d":"M746 22L746 44","labels":[]},
    {"id":"bundle.looking → bundle.hidden","d":"M712 76L712 90L105 90L105 362L1002 362L1002 376","labels":[{"lines":["page.hidden"],"x":12,"y":219,"width":89,"height":18}]},
    {"id":"bundle.looking → bundle.success","d":"M729 76L729 110L330 110L330 198L359 198L359 212","labels":[{"lines":["fetchStatus done [became]"],"x":135,"y":150,"width":191,"height":18}]},
    {"id":"bundle.looking → bundle.reverted","d":"M738 76L738 120L538 120L538 212","labels":[{"lines":["fetchStatus done [became]"],"x":343,"y":150,"width":191,"height":18}]},
    {"id":"bundle.looking → bundle.partlyReverted","d":"M746 76L746 212","labels":[{"lines":["fetchStatus done [became]"],"x":551,"y":150,"width":191,"height":18}]},
    {"id":"bundle.looking → bundle.failed","d":"M754 76L754 120L954 120L954 212","labels":[{"lines":["fetchStatus done [became]"],"x":759,"y":150,"width":191,"height":18}]},
    {"id":"bundle.looking → bundle.waiting","d":"M763 76L763 110L1199 110L1199 198L1184 198L1184 212","labels":[{"lines":["fetchStatus done [looksLeft]","fetchStatus failed [looksLeft]","◷ look (25 s) [looksLeft]"],"x":967,"y":134,"width":228,"height":50}]},
    {"id":"bundle.looking → bundle.unknown","d":"M780 76L780 90L1285 90L1285 492","labels":[{"lines":["fetchStatus done","fetchStatus failed [forgotten]","fetchStatus failed","◷ look (25 s)"],"x":1053,"y":272,"width":228,"height":66}]},
    {"id":"bundle.waiting → bundle.hidden","d":"M1198 244L1198 258L1040 258L1040 376","labels":[{"lines":["page.hidden"],"x":947,"y":296,"width":89,"height":18}]},
    {"id":"bundle.waiting → bundle.looking","d":"M1212 212L1212 100L771 100L771 76","labels":[{"lines":["◷ next"],"x":1217,"y":150,"width":52,"height":18}]},
    {"id":"bundle.hidden → bundle.looking","d":"M1021 376L1021 352L118 352L118 100L721 100L721 76","labels":[{"lines":["page.shown [looksLeft]"],"x":123,"y":219,"width":170,"height":18}]},
    {"id":"bundle.hidden → bundle.unknown","d":"M1021 408L1021 478L1257 478L1257 492","labels":[{"lines":["page.shown","◷ hidden (86400 s)"],"x":877,"y":430,"width":140,"height":34}]},
  ],
}
