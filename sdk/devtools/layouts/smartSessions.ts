/** Written by a test, from the machine. */
import type { Layout } from '../layout.ts'

export const layout: Layout = {
  width: 808,
  height: 486,
  boxes: [
    {"id":"smartSessions begins","kind":"dot","title":"","reactions":[],"x":241,"y":12,"width":10,"height":10},
    {"id":"smartSessions.deciding","kind":"state","title":"deciding","reactions":[],"x":199,"y":44,"width":93,"height":32},
    {"id":"smartSessions.unsupported","kind":"state","title":"unsupported","reactions":["smartSessions.grant","smartSessions.revoke"],"x":48,"y":158,"width":171,"height":68},
    {"id":"smartSessions.idle","kind":"state","title":"idle","reactions":[],"x":338,"y":104,"width":72,"height":32},
    {"id":"smartSessions.loading","kind":"state","title":"loading","reactions":["smartSessions.load","view.shown"],"x":270,"y":254,"width":156,"height":68},
    {"id":"smartSessions.ready","kind":"state","title":"ready","reactions":["◷ expiry"],"x":273,"y":422,"width":83,"height":52},
    {"id":"smartSessions.failed","kind":"state","title":"failed","reactions":[],"x":592,"y":422,"width":76,"height":32},
  ],
  arrows: [
    {"id":"smartSessions begins → smartSessions.deciding","d":"M246 22L246 44","labels":[]},
    {"id":"smartSessions.deciding → smartSessions.unsupported","d":"M222 76L222 90L134 90L134 158","labels":[{"lines":["[isUnsupported]"],"x":12,"y":111,"width":118,"height":18}]},
    {"id":"smartSessions.deciding → smartSessions.loading","d":"M246 76L246 90L235 90L235 240L322 240L322 254","labels":[{"lines":["[isShown]"],"x":240,"y":111,"width":74,"height":18}]},
    {"id":"smartSessions.deciding → smartSessions.idle","d":"M269 76L269 90L374 90L374 104","labels":[]},
    {"id":"smartSessions.idle → smartSessions.loading","d":"M374 136L374 254","labels":[{"lines":["smartSessions.load"],"x":379,"y":183,"width":140,"height":18}]},
    {"id":"smartSessions.loading → smartSessions.ready","d":"M301 322L301 422","labels":[{"lines":["fetchSessions done"],"x":157,"y":368,"width":140,"height":18}]},
    {"id":"smartSessions.loading → smartSessions.failed","d":"M364 322L364 346L630 346L630 408L617 408L617 422","labels":[{"lines":["fetchSessions failed","◷ api (15 s)"],"x":471,"y":360,"width":155,"height":34}]},
    {"id":"smartSessions.ready → smartSessions.loading","d":"M328 422L328 408L314 408L314 336L332 336L332 322","labels":[{"lines":["smartSessions.load"],"x":319,"y":368,"width":140,"height":18}]},
    {"id":"smartSessions.failed → smartSessions.loading","d":"M643 422L643 336L395 336L395 322","labels":[{"lines":["smartSessions.load","smartSessions.retry"],"x":648,"y":360,"width":148,"height":34}]},
  ],
}
