/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 1435,
  height: 536,
  boxes: [
    {"id":"bundle begins","kind":"dot","title":"","reactions":[],"x":807,"y":12,"width":10,"height":10},
    {"id":"bundle.polling","kind":"state","title":"polling","reactions":[],"x":770,"y":44,"width":84,"height":32},
    {"id":"bundle.waiting","kind":"state","title":"waiting","reactions":[],"x":1266,"y":212,"width":84,"height":32},
    {"id":"bundle.hidden","kind":"state","title":"hidden","reactions":[],"x":1078,"y":376,"width":76,"height":32},
    {"id":"bundle.success","kind":"final","title":"success","reactions":[],"x":338,"y":212,"width":84,"height":32},
    {"id":"bundle.reverted","kind":"final","title":"reverted","reactions":[],"x":535,"y":212,"width":93,"height":32},
    {"id":"bundle.partlyReverted","kind":"final","title":"partlyReverted","reactions":[],"x":740,"y":212,"width":144,"height":32},
    {"id":"bundle.failed","kind":"final","title":"failed","reactions":[],"x":1004,"y":212,"width":76,"height":32},
    {"id":"bundle.unknown","kind":"final","title":"unknown","reactions":[],"x":1339,"y":492,"width":84,"height":32},
  ],
  arrows: [
    {"id":"bundle begins → bundle.polling","d":"M812 22L812 44","labels":[]},
    {"id":"bundle.polling → bundle.hidden","d":"M778 76L778 90L105 90L105 362L1097 362L1097 376","labels":[{"lines":["page.hidden"],"x":12,"y":219,"width":89,"height":18}]},
    {"id":"bundle.polling → bundle.success","d":"M795 76L795 110L352 110L352 198L380 198L380 212","labels":[{"lines":["fetchStatus done [hasStatus]"],"x":135,"y":150,"width":213,"height":18}]},
    {"id":"bundle.polling → bundle.reverted","d":"M804 76L804 120L582 120L582 212","labels":[{"lines":["fetchStatus done [hasStatus]"],"x":365,"y":150,"width":213,"height":18}]},
    {"id":"bundle.polling → bundle.partlyReverted","d":"M812 76L812 212","labels":[{"lines":["fetchStatus done [hasStatus]"],"x":595,"y":150,"width":213,"height":18}]},
    {"id":"bundle.polling → bundle.failed","d":"M820 76L820 120L1042 120L1042 212","labels":[{"lines":["fetchStatus done [hasStatus]"],"x":825,"y":150,"width":213,"height":18}]},
    {"id":"bundle.polling → bundle.waiting","d":"M829 76L829 110L1309 110L1309 198L1294 198L1294 212","labels":[{"lines":["fetchStatus done [hasPollsLeft]","fetchStatus failed [hasPollsLeft]","◷ poll (25 s) [hasPollsLeft]"],"x":1055,"y":134,"width":250,"height":50}]},
    {"id":"bundle.polling → bundle.unknown","d":"M846 76L846 90L1395 90L1395 492","labels":[{"lines":["fetchStatus done","fetchStatus failed [isIdUnknown]","fetchStatus failed","◷ poll (25 s)"],"x":1148,"y":272,"width":243,"height":66}]},
    {"id":"bundle.waiting → bundle.hidden","d":"M1308 244L1308 258L1135 258L1135 376","labels":[{"lines":["page.hidden"],"x":1042,"y":296,"width":89,"height":18}]},
    {"id":"bundle.waiting → bundle.polling","d":"M1322 212L1322 100L837 100L837 76","labels":[{"lines":["◷ next"],"x":1327,"y":150,"width":52,"height":18}]},
    {"id":"bundle.hidden → bundle.polling","d":"M1116 376L1116 352L118 352L118 100L787 100L787 76","labels":[{"lines":["page.shown [hasPollsLeft]"],"x":123,"y":219,"width":191,"height":18}]},
    {"id":"bundle.hidden → bundle.unknown","d":"M1116 408L1116 478L1367 478L1367 492","labels":[{"lines":["page.shown","◷ hidden (86400 s)"],"x":972,"y":430,"width":140,"height":34}]},
  ],
}
