/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 659,
  height: 702,
  boxes: [
    {"id":"project begins","kind":"dot","title":"","reactions":[],"x":305,"y":12,"width":10,"height":10},
    {"id":"project.deciding","kind":"state","title":"deciding","reactions":[],"x":263,"y":44,"width":93,"height":32},
    {"id":"project.unconfigured","kind":"state","title":"unconfigured","reactions":["project.load","project.need","view.shown [provided]"],"x":319,"y":104,"width":178,"height":84},
    {"id":"project.idle","kind":"state","title":"idle","reactions":[],"x":258,"y":210,"width":72,"height":32},
    {"id":"project.loading","kind":"state","title":"loading","reactions":[],"x":252,"y":352,"width":84,"height":32},
    {"id":"project.checking","kind":"state","title":"checking","reactions":[],"x":226,"y":516,"width":93,"height":32},
    {"id":"project.ready","kind":"state","title":"ready","reactions":[],"x":237,"y":658,"width":72,"height":32},
    {"id":"project.failed","kind":"state","title":"failed","reactions":[],"x":458,"y":516,"width":76,"height":32},
  ],
  arrows: [
    {"id":"project begins → project.deciding","d":"M310 22L310 44","labels":[]},
    {"id":"project.deciding → project.idle","d":"M294 76L294 210","labels":[{"lines":["[configured]"],"x":194,"y":137,"width":96,"height":18}]},
    {"id":"project.deciding → project.unconfigured","d":"M325 76L325 90L408 90L408 104","labels":[]},
    {"id":"project.idle → project.loading","d":"M294 242L294 352","labels":[{"lines":["project.load","modal.opened","modal.shown","account.connected"],"x":157,"y":264,"width":133,"height":66}]},
    {"id":"project.loading → project.checking","d":"M273 384L273 516","labels":[{"lines":["fetchSupportedChains done"],"x":78,"y":446,"width":191,"height":18}]},
    {"id":"project.loading → project.failed","d":"M294 384L294 408L496 408L496 502L483 502L483 516","labels":[{"lines":["fetchSupportedChains failed","◷ api (15 s)"],"x":286,"y":438,"width":206,"height":34}]},
    {"id":"project.checking → project.ready","d":"M273 548L273 658","labels":[{"lines":["fetchAllowedOrigins done [foreign]","fetchAllowedOrigins done","fetchAllowedOrigins failed","◷ api (15 s)"],"x":12,"y":570,"width":257,"height":66}]},
    {"id":"project.failed → project.loading","d":"M509 516L509 398L315 398L315 384","labels":[{"lines":["project.load","modal.opened","modal.shown","account.connected"],"x":514,"y":422,"width":133,"height":66}]},
  ],
}
