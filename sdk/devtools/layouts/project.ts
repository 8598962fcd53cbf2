/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 718,
  height: 702,
  boxes: [
    {"id":"project begins","kind":"dot","title":"","reactions":[],"x":364,"y":12,"width":10,"height":10},
    {"id":"project.deciding","kind":"state","title":"deciding","reactions":[],"x":322,"y":44,"width":93,"height":32},
    {"id":"project.unconfigured","kind":"state","title":"unconfigured","reactions":["project.load","project.need","view.shown [isProvided]"],"x":378,"y":104,"width":193,"height":84},
    {"id":"project.idle","kind":"state","title":"idle","reactions":[],"x":317,"y":210,"width":72,"height":32},
    {"id":"project.loading","kind":"state","title":"loading","reactions":[],"x":311,"y":352,"width":84,"height":32},
    {"id":"project.checking","kind":"state","title":"checking","reactions":[],"x":285,"y":516,"width":93,"height":32},
    {"id":"project.ready","kind":"state","title":"ready","reactions":[],"x":296,"y":658,"width":72,"height":32},
    {"id":"project.failed","kind":"state","title":"failed","reactions":[],"x":517,"y":516,"width":76,"height":32},
  ],
  arrows: [
    {"id":"project begins → project.deciding","d":"M369 22L369 44","labels":[]},
    {"id":"project.deciding → project.idle","d":"M353 76L353 210","labels":[{"lines":["[isConfigured]"],"x":238,"y":137,"width":111,"height":18}]},
    {"id":"project.deciding → project.unconfigured","d":"M384 76L384 90L475 90L475 104","labels":[]},
    {"id":"project.idle → project.loading","d":"M353 242L353 352","labels":[{"lines":["project.load","modal.opened","modal.shown","account.connected"],"x":216,"y":264,"width":133,"height":66}]},
    {"id":"project.loading → project.checking","d":"M332 384L332 516","labels":[{"lines":["fetchSupportedChains done"],"x":137,"y":446,"width":191,"height":18}]},
    {"id":"project.loading → project.failed","d":"M353 384L353 408L555 408L555 502L542 502L542 516","labels":[{"lines":["fetchSupportedChains failed","◷ api (15 s)"],"x":345,"y":438,"width":206,"height":34}]},
    {"id":"project.checking → project.ready","d":"M332 548L332 658","labels":[{"lines":["fetchAllowedOrigins done [isForeignOrigin]","fetchAllowedOrigins done","fetchAllowedOrigins failed","◷ api (15 s)"],"x":12,"y":570,"width":316,"height":66}]},
    {"id":"project.failed → project.loading","d":"M568 516L568 398L374 398L374 384","labels":[{"lines":["project.load","modal.opened","modal.shown","account.connected"],"x":573,"y":422,"width":133,"height":66}]},
  ],
}
